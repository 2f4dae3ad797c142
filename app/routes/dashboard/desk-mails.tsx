import { paths } from '~/paths';
import { Pager } from '~/ui/page/pager';
import type { loadUnsentMails } from './desk-mails.loader.server';

/** What could not be mailed, with the reason that the mail server gave (docs/operations.md, "Mail"). */
export function UnsentMails({ summary, mails, page, pages }: ReturnType<typeof loadUnsentMails>) {
  return (
    <>
      <p>
        {summary} {mails.length === 0 && 'None was given up.'}
      </p>
      <ul className="entry-list">
        {mails.map(({ id, about, to, status, reason, when }) => (
          <li key={id}>
            <div>
              <h3>{to}</h3>
              <p>
                {about}. {status}.
              </p>
              {reason && <p>“{reason}”</p>}
              <p className="note">{when}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} hrefOf={(other) => paths.desk({ show: 'mail', page: other })} />
    </>
  );
}
