// The style of the launcher and of the box that the chat stands in.
/** `look` is the company's own, `slot` counts the launchers beside it, `full` is where the chat fills the window. */
const css = (look, slot, full, edge = look.side === "left" ? "start" : "end") => `
  :host { all: initial !important; position: fixed !important; z-index: 2147483647 !important }
  [hidden] { display: none !important }
  button, .box { position: fixed; z-index: 2147483000; inset-inline-${edge}: ${20 + 72 * slot}px; box-sizing: border-box }
  button { inset-block-end: 20px; inline-size: 56px; block-size: 56px; padding: 0; border: 1px solid transparent;
    border-radius: 28px; background: ${look.colour || "#14594f"}; color: ${look.ink || "#fff"}; cursor: pointer;
    display: flex; align-items: center; justify-content: center; gap: 10px; font: 600 15px/1.3 system-ui, sans-serif;
    box-shadow: 0 1px 2px #0003, 0 6px 20px #0000002e }
  button:hover { filter: brightness(.88) }
  button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px ${look.colour || "#14594f"} }
  .says:not(.shown) { inline-size: auto; max-inline-size: calc(100vw - 40px); padding-inline: 16px 20px }
  .shown .said { display: none }
  .said { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  svg { flex: none; inline-size: 26px; block-size: 26px; fill: none; stroke: currentColor; stroke-width: 1.9;
    stroke-linecap: round; stroke-linejoin: round }
  .shown .ask, button:not(.shown) .shut { display: none }
  .badge::before { content: attr(data-count) } /* the label says it: this is no text of the button */
  .badge { position: absolute; inset-block-start: -3px; inset-inline-end: -3px; min-inline-size: 22px; block-size: 22px;
    padding: 0 5px; box-sizing: border-box; border-radius: 11px; background: #b3261e; color: #fff; border: 2px solid #fff;
    font: 600 12px/18px system-ui, sans-serif; text-align: center }
  .box { inset-block-end: 88px; inset-inline-${edge}: 20px; inline-size: 392px; max-inline-size: calc(100vw - 40px);
    block-size: 640px; max-block-size: calc(100dvh - 108px); border-radius: 16px; overflow: hidden; background: #fbfaf7;
    border: 1px solid #00000024; box-shadow: 0 2px 6px #0000001f, 0 16px 48px #0000003d }
  .sorry { position: absolute; inset: 0; margin: 0; padding: 24px; background: #fbfaf7; color: #1c2321;
    font: 16px/1.5 system-ui, sans-serif }
  .sorry a { color: inherit }
  iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; color-scheme: normal }
  @media (prefers-color-scheme: dark) {
    ${look.colour ? "" : `button { background: #8fd3c4; color: #06251f }
    button:focus-visible { outline-color: #06251f; box-shadow: 0 0 0 6px #8fd3c4 }`}
    .box, .sorry { background: #161a1a; color: #e9edeb; border-color: #ffffff2e } .badge { border-color: #161a1a }
  }
  @media ${full.media} {
    .box { inset: 0; inline-size: 100%; max-inline-size: none; block-size: 100dvh; max-block-size: none;
      border: 0; border-radius: 0; z-index: 2147483001 }
    .box:not(.ready) { block-size: calc(100dvh - 96px) }
  }
  @media (prefers-reduced-motion: no-preference) {
    button { transition: filter .15s }
    .box { animation: rise .18s ease-out } @keyframes rise { from { opacity: 0; transform: translateY(8px) } }
  }
  @media (forced-colors: active) { button, .box, .badge { border: 2px solid ButtonText } }
  @media print { :host { display: none !important } }`;
