// What the loader puts into the page and keeps in its storage.
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function icon(name, path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", name);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

// Without cookies (plain HTTP, refused cookies) the panel's token lives in the page's own storage.
function kept(name, storage = "localStorage") {
  try {
    return window[storage].getItem(storageKey + name);
  } catch {
    return null;
  }
}

function keep(value, name, storage = "localStorage") {
  try {
    if (typeof value === "string") window[storage].setItem(storageKey + name, value);
    else window[storage].removeItem(storageKey + name);
  } catch {
    // the conversation then lasts as long as the page
  }
}
