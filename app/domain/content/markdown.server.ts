import { Marked, type Token, type Tokens } from 'marked';

/** A part of a line: words, some of them strong, slanted or a link. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; content: readonly Inline[] }
  | { kind: 'link'; href: string; content: readonly Inline[] };

export type Block =
  | { kind: 'heading'; content: readonly Inline[] }
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: readonly (readonly Inline[])[] };

/** Without the tables and the links made of bare addresses that GitHub adds. */
const marked = new Marked({ gfm: false });

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decode = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => entities[name] ?? entity);

/** Where a link of an operator's text may lead: a page of this site, or an address of the web, of mail or a phone. */
const isAllowedHref = (href: string): boolean => /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(href);

/** What means nothing here, as HTML and pictures, is the text that was typed. */
function toInline(token: Token): Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ kind: token.type, content: (token.tokens ?? []).flatMap(toInline) }];
    case 'link': {
      const content = (token.tokens ?? []).flatMap(toInline);
      return isAllowedHref(token.href) ? [{ kind: 'link', href: token.href, content }] : content;
    }
    case 'br':
      return [{ kind: 'text', text: ' ' }];
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'text':
      return token.tokens ? token.tokens.flatMap(toInline) : [{ kind: 'text', text: decode(token.raw) }];
    default:
      return [{ kind: 'text', text: token.raw }];
  }
}

/** Words that follow each other are one. */
function toLine(tokens: readonly Token[] | undefined): Inline[] {
  const line: Inline[] = [];
  for (const part of (tokens ?? []).flatMap(toInline)) {
    const last = line.at(-1);
    if (last?.kind === 'text' && part.kind === 'text') line[line.length - 1] = { ...last, text: last.text + part.text };
    else line.push(part);
  }
  return line;
}

const isList = (token: Token): token is Tokens.List => token.type === 'list';

function toBlock(token: Token): Block[] {
  if (token.type === 'space') return [];
  if (token.type === 'heading') return [{ kind: 'heading', content: toLine(token.tokens) }];
  if (isList(token)) {
    const items = token.items.map((item) => toLine(item.tokens));
    return [{ kind: 'list', isNumbered: token.ordered, items }];
  }
  if (token.type === 'blockquote') return (token.tokens ?? []).flatMap(toBlock);
  const content =
    token.type === 'paragraph' ? toLine(token.tokens) : [{ kind: 'text', text: token.raw.trim() } as const];
  return [{ kind: 'paragraph', content }];
}

/**
 * Reads the small Markdown of operators: headings, paragraphs, lists, strong and slanted words, links. There is no way
 * to write HTML: the result has nothing but these parts, which `FormattedText` renders.
 */
export const parseMarkdown = (text: string): Block[] => marked.lexer(text).flatMap(toBlock);
