/*
 * Expressions to evaluate in the browser, since the tests are not compiled for it.
 */

const colours = `
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const hex = (colour) => "#" + channels(colour).slice(0, 3).map((part) => part.toString(16).padStart(2, "0")).join("");
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };`;

/** The colour of the page behind everything. */
export const ground = `(() => { ${colours} return hex(groundOf(document.body)); })()`;

/** Texts that contrast with what is behind them by less than 4.5, each once; texts of the picture have an outline, and are left out. */
export const paleTexts = `(() => { ${colours}
  const found = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === "" || element.closest("svg") !== null) continue;
    const colour = getComputedStyle(element).color;
    const behind = groundOf(element);
    const [dark, light] = [luminance(colour), luminance(behind)].sort((a, b) => a - b);
    if ((light + 0.05) / (dark + 0.05) < 4.5) found.set(colour + behind, [text.data, colour, behind]);
  }
  return [...found.values()];
})()`;

/** A picture that is shown: its form, texts that reach out of it, and texts that stand over others. */
export interface ShownPicture {
  readonly form: "broad" | "narrow";
  readonly outside: readonly string[];
  readonly over: readonly (readonly string[])[];
}

export const pictures = `[...document.querySelectorAll("svg.picture")]
  .filter((picture) => getComputedStyle(picture).display !== "none")
  .map((picture) => {
    const texts = [...picture.querySelectorAll("text")].map((text) => ({ words: text.textContent, box: text.getBBox() }));
    const { y, width, height } = picture.viewBox.baseVal;
    const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y + 4 || b.y + b.height <= a.y + 4;
    return {
      form: picture.classList.contains("broad") ? "broad" : "narrow",
      outside: texts.filter(({ box }) => box.x < -1 || box.y < y - 1 || box.x + box.width > width + 1 || box.y + box.height > y + height + 1).map(({ words }) => words),
      over: texts.flatMap((one, index) => texts.slice(index + 1).filter((other) => !apart(one.box, other.box)).map((other) => [one.words, other.words])),
    };
  })`;

/** Bars and symbols that contrast with what is behind them by less than 3, each once. */
export const faintMarks = `(() => { ${colours}
  const found = new Map();
  for (const mark of document.querySelectorAll("i.key, svg .bar")) {
    const style = getComputedStyle(mark);
    const colour = mark.closest("svg") === null ? style.backgroundColor : style.fill;
    const behind = groundOf(mark.parentElement);
    const [dark, light] = [luminance(colour), luminance(behind)].sort((a, b) => a - b);
    if ((light + 0.05) / (dark + 0.05) < 3) found.set(colour + behind, [mark.className.baseVal ?? mark.className, colour, behind]);
  }
  return [...found.values()];
})()`;

/** Texts with a part outside the page or outside a box that hides it. */
export const cutTexts = `(() => {
  const width = document.documentElement.clientWidth;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === "" || element.closest("svg, .skip") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects())
      if (box.left < -1 || box.right > width + 1) { found.push(text.data.slice(0, 60)); break; }
    const card = element.closest("section");
    if (card !== null && element.getBoundingClientRect().right > card.getBoundingClientRect().right + 1) found.push("beyond its card: " + text.data.slice(0, 60));
    for (let at = element; at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflow !== "visible" && (at.scrollWidth > at.clientWidth + 1 || at.scrollHeight > at.clientHeight + 1)) { found.push(text.data.slice(0, 60)); break; }
  }
  return found.slice(0, 5);
})()`;

/** How many rows of listed hosts are shown. */
export const listedRows = `[...document.querySelectorAll("#listed th[scope=row]")].filter((row) => row.closest("table").caption.textContent.startsWith("Hosts on a blocklist") && row.checkVisibility()).length`;

/** On how many lines the addresses and labels of listed hosts stand that are shown. */
export const linesOfListedHosts = `Object.fromEntries([...document.querySelectorAll("#listed tbody tr")].flatMap((row) => [...row.cells].slice(0, 2)).filter((cell) => cell.checkVisibility()).map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell.querySelector("span") ?? cell);
  return [cell.textContent, new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size];
}))`;

/** Elements that are shown in part: what is in them is wider or higher than they are, and hidden. */
export const clippedElements = `[...document.body.querySelectorAll("*")]
  .filter((element) => element.closest("svg, .skip") === null && element.checkVisibility())
  .filter((element) => {
    const { overflow, clipPath } = getComputedStyle(element);
    const isFuller = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    return clipPath !== "none" || (overflow !== "visible" && isFuller);
  })
  .map((element) => element.tagName + " " + element.textContent.slice(0, 40)).slice(0, 5)`;

/** Options of commands that stand on several lines. */
export const brokenOptions = `[...document.querySelectorAll("code")].flatMap((command) => {
  const [texts, found] = [document.createTreeWalker(command, NodeFilter.SHOW_TEXT), []];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { index, 0: option } of text.data.matchAll(/--[a-z-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + option.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(command.textContent);
    }
  return found;
})`;
