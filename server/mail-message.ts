import MailComposer from 'nodemailer/lib/mail-composer';
import { kindTexts, type MailTarget } from '~/domain/mail/mail';
import type { ClaimedMail } from '~/domain/mail/delivery.server';
import { site } from '~/domain/shared/site';
import type { MailSettings } from '~/http/settings.server';
import { paths } from '~/paths';

function pathOf(target: MailTarget): string {
  switch (target.page) {
    case 'conversation':
      return paths.conversation(target.name);
    case 'appointment':
      return paths.appointment({ id: target.id });
    case 'desk':
      return paths.desk();
    case 'recover':
      return paths.recover({ email: target.email, code: target.code });
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

type Parts = {
  paragraphs: readonly string[];
  link: { text: string; url: string };
  stop: { text: string; url: string } | null;
};

const plainText = ({ paragraphs, link, stop }: Parts): string =>
  [...paragraphs, `${link.text}:\n${link.url}`, ...(stop ? [`-- \n${stop.text}:\n${stop.url}`] : [])].join('\n\n');

/** Nothing in it is fetched from anywhere: no picture, no style, no script. */
const html = (subject: string, { paragraphs, link, stop }: Parts): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>`,
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    `<p><a href="${escaped(link.url)}">${escaped(link.text)}</a></p>`,
    stop ? `<hr><p><small><a href="${escaped(stop.url)}">${escaped(stop.text)}</a></small></p>` : '',
    '</body></html>',
  ].join('\n');

/**
 * Makes the mail as it is sent, in plain text and as simple HTML.
 *
 * @param origin of the site, with which its links begin
 */
export function messageOf(mail: ClaimedMail, from: MailSettings['from'], origin: string, now: Date): Promise<Buffer> {
  const { id, kind, aboutId, address, content, stopToken } = mail;
  const host = new URL(origin).hostname;
  const stop = stopToken === null ? null : origin + paths.stopMails(stopToken);
  const parts: Parts = {
    paragraphs: content.paragraphs,
    link: { text: content.link.text, url: origin + pathOf(content.link.to) },
    stop: stop === null ? null : { text: `No more mails about ${kindTexts[kind]}`, url: stop },
  };
  const composer = new MailComposer({
    from,
    to: { name: '', address },
    subject: `${content.subject} - ${site.name}`,
    text: plainText(parts),
    html: html(content.subject, parts),
    date: now,
    // The same in all attempts: a server that got it before can tell.
    messageId: `<${id}@${host}>`,
    // Mails about one subject stand together.
    ...(aboutId !== null && { references: `<${aboutId}.${kind}@${host}>` }),
    headers: {
      // No program answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      // One press in the mail program stops them (RFC 8058).
      ...(stop !== null && { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
