/** The text of a page, without its markup. */
export const getPageText = (html: string): string =>
  html
    .replace(/<(style|script)\b[^>]*>.*?<\/\1>|<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
