import { nameOfService } from '~/domain/content/service-types.server';
import { momentText } from '~/domain/dates';
import { findDeskPage, viewsOf, waitingStatus } from '~/domain/desk/desk-queries.server';
import { type DeskSubject, deskSubjects, waitText } from '~/domain/desk/limits';
import { findDeeds } from '~/domain/desk/operator-log.server';
import type { Runtime } from '~/http/runtime.server';
import { type DeskAddress, listOf } from './desk-address';
import { openEntry } from './open-entry.server';
import { shownDeed } from './shown-deed';

function loadList({ db, clock }: Runtime, subject: DeskSubject, address: DeskAddress) {
  const now = clock();
  const views = viewsOf(subject);
  const waiting = waitingStatus[subject];
  const status = views.find((view) => view === address.status) ?? waiting;
  const filters = {
    status,
    ...(address.category && { category: address.category }),
    ...(address.priority && { priority: address.priority }),
    ...(address.tag && { tag: address.tag }),
  };
  const { items, pagination } = findDeskPage(db, subject, filters, address.page);
  return {
    views,
    filters: { category: '', priority: '', tag: '', ...filters },
    page: pagination.page,
    pages: pagination.pages,
    total: pagination.total,
    entries: items.map(({ came, title, ...entry }) => ({
      ...entry,
      title: subject === 'service' ? nameOfService(title) : title,
      came: momentText(new Date(came)),
      wait: entry.status === waiting ? waitText(came, now) : null,
    })),
  };
}

function loadLog({ db }: Runtime, page: number) {
  const { items, pagination } = findDeeds(db, page);
  return { deeds: items.map(shownDeed), page, pages: pagination.pages };
}

/**
 * What the operators' tab shows: one of its lists, the log, or one thing in a list.
 *
 * @throws a 404 answer when what is to be open does not exist
 */
export function loadDesk(runtime: Runtime, address: DeskAddress) {
  const { show, open } = address;
  const waiting = deskSubjects.map((subject) => ({
    subject,
    count: findDeskPage(runtime.db, subject, { status: waitingStatus[subject] }, 1).pagination.total,
  }));
  const base = { show, waiting, address: listOf(address) };
  if (show === 'log') return { ...base, view: 'log', log: loadLog(runtime, address.page) } as const;
  if (open === undefined) {
    return { ...base, view: 'list', subject: show, list: loadList(runtime, show, address) } as const;
  }
  const entry = openEntry(runtime, show, open);
  if (!entry) throw new Response(null, { status: 404 });
  return { ...base, view: 'entry', entry } as const;
}

export type DeskScreen = ReturnType<typeof loadDesk>;
export type DeskList = ReturnType<typeof loadList>;
