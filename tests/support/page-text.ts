const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: ' ',
};

export const decodeText = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The text of a page, each element apart: for what stands in it. */
export function getPageText(html: string): string {
  const bare = html.replaceAll(/<(style|script)\b[^>]*>.*?<\/\1>|<!--.*?-->/gs, '').replaceAll(/<[^>]+>/g, ' ');
  return decodeText(bare).replaceAll(/\s+/g, ' ');
}

/** The text of the body of a page as it is read: the text of inline elements joins that around it. */
export function getVisibleText(html: string): string {
  const [, body = html] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
  const bare = body
    .replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<\/?(?:a|b|s|i|em|strong|small|span|abbr|time|data)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ');
  return decodeText(bare).replaceAll(/\s+/g, ' ');
}

/** The values of an attribute on a page. */
export function getAttributeValues(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => decodeText(value));
}
