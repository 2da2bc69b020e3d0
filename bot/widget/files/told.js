// Tells in the company's page, once a candidate has asked for it, that a person has answered: with a sound, with the
// browser's own notification. It comes with the first use, not with the page.

// Do as the panel wishes: `ask` for the browser's leave, or tell of an answer by `sound` and `notice`, each if wanted.
// `open()` shows the chat; `reply(granted)` hears of the leave. What was answered is never said.
export default async function told({ company, ask, sound, notice }, open, reply) {
  if (ask) reply((await permitted()) && Boolean(notify(company, ask, open)));
  if (sound) once(company, chime);
  if (notice) notify(company, notice, open);
}

async function permitted() {
  return window.Notification !== undefined && (await Notification.requestPermission()) === "granted";
}

// The tag lets several tabs show it once. Browsers of phones know no notifications of pages: then there is none.
function notify(company, text, open) {
  if (window.Notification?.permission !== "granted") return null;
  try {
    const shown = new Notification(text, { tag: `candor-${company}` });
    shown.onclick = () => {
      window.focus();
      shown.close();
      open();
    };
    return shown;
  } catch {
    return null;
  }
}

// Of several tabs one does it.
function once(company, work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(`candor-${company}`, { ifAvailable: true }, (lock) => lock && work());
}

async function chime() {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  volume.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.connect(volume);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await audio.close();
}
