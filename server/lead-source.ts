import type { IncomingMessage } from 'node:http';
import { toSource } from '~/domain/figures/lead-sources.server';
import { isApiPath } from './request-kind';

// A link may name its source: `utm_source`, or `from` in short. It is taken out of the address before anything else reads
// it, so that a cached page serves every source, and put into the links and forms of the page that is sent: no cookie.

const parameter = 'from';
const named = /[?&](?:from|utm_source)=/;

const isPublicScreen = (target: string): boolean => !isApiPath(target) && !/^\/desk(?:[/?]|$)/.test(target);

const sources = new WeakMap<IncomingMessage, string>();

/** Cleaned; null without one. */
export const getSource = (request: IncomingMessage): string | null => sources.get(request) ?? null;

/** Removes the source from the address of a screen, with what else tools of campaigns add. */
export function takeSource(request: IncomingMessage): void {
  const { url = '/' } = request;
  if (!named.test(url) || !isPublicScreen(url)) return;
  const at = url.indexOf('?');
  const search = new URLSearchParams(url.slice(at));
  const source = toSource(search.get('utm_source') || search.get(parameter) || '');
  const kept = [...search].filter(([name]) => name !== parameter && !name.startsWith('utm_'));
  request.url = url.slice(0, at) + (kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`);
  if (source !== null) sources.set(request, source);
}

/** @param href of this site; `&` as it stands in the text around it */
function addTo(href: string, source: string, and: string): string {
  const [before = '', ...hash] = href.split('#');
  const added = `${before}${before.includes('?') ? and : '?'}${parameter}=${encodeURIComponent(source)}`;
  return [added, ...hash].join('#');
}

const isOwn = (href: string): boolean => /^(?:\/(?!\/)|\?)/.test(href) && isPublicScreen(href);

export const addSource = (href: string, source: string): string => (isOwn(href) ? addTo(href, source, '&') : href);

const element = /<(?:a|form|button)\b[^>]*>/gi;
const address = / (href|action|formaction)="([^"]*)"/i;

/** A form that reads has the source as a field, because its fields replace the query of its address. */
export function fillSource(html: string, source: string): string {
  return html.replace(element, (tag) => {
    if (/^<form/i.test(tag) && !/ method="post"/i.test(tag)) {
      return `${tag}<input type="hidden" name="${parameter}" value="${source}"/>`;
    }
    return tag.replace(address, (attribute, name, href) =>
      isOwn(href) ? ` ${name}="${addTo(href, source, '&amp;')}"` : attribute,
    );
  });
}
