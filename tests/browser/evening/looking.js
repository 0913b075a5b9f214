// What is wrong with the page at a question, as somebody who looks at it would say. Run in the page; returns sentences.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const phone = innerWidth < 1000;
  const SMALLEST = { target: phone ? 44 : 32, text: phone ? 12 : 13 };
  const SLACK = 0.75; // a pixel that rounding may take
  const wrong = [];

  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const nameOf = (element) => element.id || element.dataset?.piece || element.textContent.trim().slice(0, 40) || element.tagName;

  // Whether somebody sees it whole and can press it somewhere: nothing of it is outside the window, and nothing covers all of it.
  function isInView(element) {
    if (!element || !isShown(element)) return false;
    const box = element.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return inside && isReachable(element, box);
  }

  function isReachable(element, box = element.getBoundingClientRect()) {
    const steps = [0.5, 0.3, 0.7, 0.15, 0.85, 0.06, 0.94, 0.03, 0.97];
    return steps.some((y) => steps.some((x) => {
      const found = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return found && (element.contains(found) || found.contains(element) && found === element);
    }));
  }

  // 1 and 2: the page is as high as the window, and what must be in view is.
  function frame() {
    const page = document.scrollingElement;
    if (page.scrollHeight > innerHeight + 1) wrong.push(`the page is ${page.scrollHeight} px high, the window ${innerHeight}`);
    if (page.scrollWidth > innerWidth + 1) wrong.push(`the page is ${page.scrollWidth} px wide, the window ${innerWidth}`);
    const needed = ["#question", ".exits", "#told", ...(phone && innerHeight < 760 ? [] : ["#goal"])]; // there, what wins is a press on one's seat
    for (const selector of needed) {
      if (!isInView(document.querySelector(selector))) wrong.push(`${selector} is not in view`);
    }
    const dock = document.getElementById("dock");
    if (dock.scrollHeight > dock.clientHeight + 1) wrong.push(`the dock scrolls: ${dock.scrollHeight} px in ${dock.clientHeight}`);
    for (const answer of all("#answers > *, .exits > *").filter(isShown)) {
      if (!isInView(answer)) wrong.push(`the answer "${nameOf(answer)}" is not in view`);
    }
  }

  // 5: what can be pressed is large enough.
  function targets() {
    for (const control of all("#dock button, #dock a.button, #panes button, #inbox button").filter(isShown)) measure(control);
    for (const piece of all("#board .lit, #tray .lit").filter(isShown)) measure(piece);
  }

  function measure(control) {
    const box = control.getBoundingClientRect(), least = SMALLEST.target - SLACK;
    if (box.width < least || box.height < least) wrong.push(`"${nameOf(control)}" is ${Math.round(box.width)} by ${Math.round(box.height)} px to press, not ${SMALLEST.target}`);
  }

  // 6: no text is too small to read.
  function texts() {
    const small = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !parent || !isShown(parent) || parent.closest(".visually-hidden, script, style, .skip, dialog:not([open])")) continue;
      const size = sizeOf(parent);
      if (size < SMALLEST.text - 0.1 && isSeen(parent)) small.set(walker.currentNode.data.trim().slice(0, 30), size);
    }
    for (const [words, size] of [...small].slice(0, 5)) wrong.push(`"${words}" is set in ${size.toFixed(1)} px`);
  }

  function sizeOf(element) {
    const size = parseFloat(getComputedStyle(element).fontSize), matrix = element.ownerSVGElement && element.getScreenCTM?.();
    return matrix ? size * Math.hypot(matrix.a, matrix.b) : size;
  }

  function isSeen(element) {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && isReachable(element, box);
  }

  // 7: at most one filled button.
  function primary() {
    const filled = all("#dock .primary").filter(isShown);
    if (filled.length > 1) wrong.push(`${filled.length} buttons are filled`);
  }

  // 10: no answer is higher than its fellows, and what an answer says stays in one line.
  function words() {
    const answers = all("#answers > .move").filter(isShown), heights = new Set(answers.map((one) => Math.round(one.getBoundingClientRect().height)));
    if (heights.size > 1) wrong.push(`answers are ${[...heights].join(", ")} px high`);
    for (const part of all("#answers .verb, #answers .outcome").filter(isShown)) {
      if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== "visible") wrong.push(`"${part.textContent}" is cut off`);
    }
  }

  frame(); targets(); texts(); primary(); words();
  const rows = Object.fromEntries(["#dock .question", "#about", "#answers", ".exits"].map((row) => {
    const box = document.querySelector(row)?.getBoundingClientRect();
    return [row, box ? [box.left, box.top, box.width, box.height].map(Math.round) : null];
  }));
  return { wrong, rows };
})()
