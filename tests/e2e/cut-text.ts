import type { Page } from 'playwright/test';

/** Texts that end in an ellipsis on purpose: all of the text is on the page that they lead to. */
const shortened: readonly string[] = [
  '.inbox :is(h2, h3, p)',
  '.price-road b + span',
  '.rows .one-line',
  '.photo-head h1',
];

/** Boxes that are scrolled sideways or downwards to read the rest. */
const scrollers: readonly string[] = [
  '.tabs ul',
  '.applied-filters',
  '.compare-bar ul',
  '.slides',
  '.carousel',
  '.service-offers',
  '.stage-strip',
  '.photo-view ol',
  '.photo-strip',
  '.gallery-nav ol',
  '.quick-replies',
  '.ready-questions',
  '.next-up',
  '.talk',
  'details.person',
  '.panel-floating',
  'dialog:modal',
  '.api-page .callout',
  '.tool > :not(summary)',
];

const asides = { shortened: shortened.join(), scrollers: scrollers.join() };

/**
 * Texts of the page at its present width that a box or the edge of the page cuts off, that a field is too narrow for, or
 * that touch the text before them.
 */
export const findWrongTexts = (page: Page): Promise<string[]> =>
  page.evaluate(({ shortened, scrollers }) => {
    type Box = { left: number; top: number; right: number; bottom: number };
    type Clip = Box & { element: Element };
    /** Parts of a pixel that rounding takes. */
    const tolerance = 1;
    const matches = (element: Element, selector: string): boolean => selector !== '' && element.matches(selector);
    const describeElement = (element: Element): string => {
      const { id, className } = element;
      return `${element.localName}${id && `#${id}`}${typeof className === 'string' && className && `.${[...element.classList].join('.')}`}`;
    };

    const edge: Clip = {
      element: document.documentElement,
      left: 0,
      top: -window.scrollY,
      right: document.documentElement.clientWidth,
      bottom: Infinity,
    };

    /** What an element cuts off: its padding box, on the axes on which it clips; what it scrolls, for a scroller. */
    const getOwnClip = (element: Element, style: CSSStyleDeclaration): Clip | undefined => {
      const isPainted = /paint|content|strict/.test(style.contain);
      const clips = (overflow: string): boolean => isPainted || overflow !== 'visible';
      const [x, y] = [clips(style.overflowX), clips(style.overflowY)];
      if ((!x && !y) || style.display === 'contents' || style.display === 'inline') return undefined;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const box: Box =
        element instanceof HTMLElement
          ? {
              left: left + element.clientLeft,
              top: top + element.clientTop,
              right: left + element.clientLeft + element.clientWidth,
              bottom: top + element.clientTop + element.clientHeight,
            }
          : { left, top, right, bottom };
      if (matches(element, scrollers)) {
        box.left -= element.scrollLeft;
        box.top -= element.scrollTop;
        box.right = box.left + element.scrollWidth;
        box.bottom = box.top + element.scrollHeight;
      }
      return {
        element,
        left: x ? box.left : -Infinity,
        top: y ? box.top : -Infinity,
        right: x ? box.right : Infinity,
        bottom: y ? box.bottom : Infinity,
      };
    };

    type Surroundings = { clips: readonly Clip[]; isHidden: boolean };
    const surroundings = new Map<Element, Surroundings>();
    const getSurroundings = (element: Element): Surroundings => {
      const kept = surroundings.get(element);
      if (kept) return kept;
      const style = getComputedStyle(element);
      // An element is clipped by those that contain it: a positioned one leaves the boxes between.
      const { parentElement } = element;
      const container =
        style.position === 'absolute' && element instanceof HTMLElement ? element.offsetParent : parentElement;
      const outer: Surroundings =
        container && container !== document.body && style.position !== 'fixed'
          ? getSurroundings(container)
          : { clips: style.position === 'fixed' ? [] : [edge], isHidden: false };
      const isHidden =
        outer.isHidden ||
        (parentElement !== null && parentElement !== document.body && getSurroundings(parentElement).isHidden) ||
        // Text for listeners alone.
        style.clipPath === 'inset(50%)' ||
        element.matches('script, style, noscript, template, select, textarea, datalist') ||
        matches(element, shortened) ||
        !element.checkVisibility({ opacityProperty: true });
      const own = isHidden ? undefined : getOwnClip(element, style);
      const found = {
        clips: own ? [...(matches(element, scrollers) ? [] : outer.clips), own] : outer.clips,
        isHidden,
      };
      surroundings.set(element, found);
      return found;
    };

    const pen = document.createElement('canvas').getContext('2d');
    const measure = (element: Element, text: string, part?: string): TextMetrics => {
      if (!pen) throw new Error('The browser draws no text.');
      const style = getComputedStyle(element, part);
      pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      pen.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
      return pen.measureText(style.textTransform === 'uppercase' ? text.toUpperCase() : text);
    };

    /** The part of a line that letters fill: a line is higher than they are. */
    const getInk = (line: DOMRect, element: Element, text: string): Box => {
      const { fontBoundingBoxAscent, fontBoundingBoxDescent, actualBoundingBoxAscent, actualBoundingBoxDescent } =
        measure(element, text);
      return {
        left: line.left,
        right: line.right,
        top: line.top + fontBoundingBoxAscent - actualBoundingBoxAscent,
        bottom: line.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent,
      };
    };
    const isOutside = (inner: Box, outer: Box): boolean =>
      inner.left < outer.left - tolerance ||
      inner.right > outer.right + tolerance ||
      inner.top < outer.top - tolerance ||
      inner.bottom > outer.bottom + tolerance;

    const wrong: string[] = [];
    const range = document.createRange();
    type Part = { text: string; parent: Element; first: DOMRect; last: DOMRect };
    let before: Part | undefined;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const { parentElement } = node;
      const data = node.nodeValue ?? '';
      const text = data.trim();
      if (text === '' || !parentElement) continue;
      const { clips, isHidden } = getSurroundings(parentElement);
      if (isHidden) continue;
      const start = data.search(/\S/);
      range.setStart(node, start);
      range.setEnd(node, start + text.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [first] = lines;
      const last = lines.at(-1);
      if (!first || !last) continue;
      for (const clip of clips.toReversed()) {
        if (!lines.some((line) => isOutside(line, clip) && isOutside(getInk(line, parentElement, text), clip)))
          continue;
        const line = lines.find((line) => isOutside(line, clip)) ?? first;
        const sides = (['left', 'top', 'right', 'bottom'] as const).filter((side) =>
          side === 'left' || side === 'top' ? line[side] < clip[side] - tolerance : line[side] > clip[side] + tolerance,
        );
        wrong.push(
          `"${text.slice(0, 60)}" is cut by ${describeElement(clip.element)}, ${sides.map((side) => `${side} ${Math.round(Math.abs(line[side] - clip[side]))}`)}`,
        );
        break;
      }
      if (before) {
        const height = Math.min(before.last.height, first.height);
        const shared = Math.min(before.last.bottom, first.bottom) - Math.max(before.last.top, first.top);
        const gap = first.left - before.last.right;
        if (
          shared > height / 2 &&
          gap < 0.1 * height &&
          first.left > before.last.left &&
          gap > -2 * height &&
          /[\p{L}\p{N}%)]$/u.test(before.text) &&
          /^[\p{L}\p{N}\p{Sc}(]/u.test(text)
        )
          wrong.push(`"${before.text.slice(-30)}" touches "${text.slice(0, 30)}" in ${describeElement(parentElement)}`);
      }
      before = { text, parent: parentElement, first, last };
    }
    for (const field of document.querySelectorAll('select, input')) {
      if (getSurroundings(field.parentElement ?? field).isHidden || !field.checkVisibility({ opacityProperty: true }))
        continue;
      const text =
        field instanceof HTMLSelectElement
          ? field.multiple
            ? ''
            : (field.selectedOptions[0]?.text ?? '')
          : field instanceof HTMLInputElement
            ? field.placeholder
            : '';
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const { width } = measure(field, text, field instanceof HTMLInputElement ? '::placeholder' : undefined);
      if (text && width > room + tolerance)
        wrong.push(`"${text}" is ${Math.round(width - room)} pixels too long for its field ${describeElement(field)}`);
    }
    return wrong;
  }, asides);
