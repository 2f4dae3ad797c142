import { findBrands } from '~/domain/catalogue/brand.queries.server';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import {
  countDeskEntries,
  type DeskEntry,
  findDeskPage,
  getViews,
  waitingStatus,
} from '~/domain/desk/desk.queries.server';
import { findSavedReplies, findSavedReply } from '~/domain/desk/saved-replies.server';
import { readListingStatistics } from '~/domain/listings/listing.queries.server';
import { type MessageStatistics, readMessageStatistics } from '~/domain/messages/message.queries.server';
import { findReportSummaries, formatReports } from '~/domain/desk/reports.server';
import { formatTimeAgo, formatWait } from '~/domain/moderation/moderation';
import type { SignedInUser } from '~/domain/shared/actor';
import { formatTimestamp, minuteMs } from '~/domain/shared/dates';
import { getPublicOrigin, readOrFallback, type Runtime } from '~/http/runtime.server';
import { reportedSubjects } from '~db/enums';
import { loadBranches, openBranch, openBrand, loadRoadTaxes, openRoadTax } from './desk-sections.loader.server';
import { openEntry } from './desk-entry.loader.server';
import { type DeskQuery, getListQuery } from './desk-parts';

const noListings = { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
const noMessages: MessageStatistics = { total: 0, new: 0, inProgress: 0, resolved: 0, pendingContacts: 0 };

/**
 * Figures of the dashboard. Each source that fails falls back to zeros; the screen reports an error only when all of
 * them fail (docs/product.md, "Dashboard").
 */
export function loadFigures(runtime: Runtime) {
  const { db } = runtime;
  const bikes = readOrFallback(runtime, 'Bikes could not be counted', () => readListingStatistics(db, 'bike'), null);
  const scooters = readOrFallback(
    runtime,
    'Scooters could not be counted',
    () => readListingStatistics(db, 'scooter'),
    null,
  );
  const messages = readOrFallback(runtime, 'Messages could not be counted', () => readMessageStatistics(db), null);
  return {
    bikes: bikes ?? noListings,
    scooters: scooters ?? noListings,
    messages: messages ?? noMessages,
    hasFailed: !bikes && !scooters && !messages,
  };
}
export type Figures = ReturnType<typeof loadFigures>;

export const getApiUrl = (request: Request, runtime: Runtime): string => `${getPublicOrigin(request, runtime)}/api`;

/** Rows of a list of conversations. The waiting time of a reported one starts with its first report. */
function createRows({ db, clock }: Runtime, items: readonly DeskEntry[]) {
  const now = clock();
  const reports = findReportSummaries(
    db,
    'conversation',
    items.map(({ id }) => id),
  );
  return items.map(({ id, title, status, changedAt }) => {
    const reported = reports.get(id);
    return {
      id,
      title,
      status,
      changedAt: formatTimestamp(changedAt),
      age: formatTimeAgo(changedAt, now),
      wait: formatWait(reported?.since ?? null, now),
      reports: reported ? formatReports(reported) : null,
    };
  });
}

function loadConversations(runtime: Runtime, query: DeskQuery) {
  const views = getViews('conversation');
  const status = views.find((view) => view === query.status) ?? waitingStatus.conversation;
  const { items, pagination } = findDeskPage(runtime.db, 'conversation', { status }, query.page);
  return {
    views,
    status,
    page: pagination.page,
    pages: pagination.pages,
    total: pagination.total,
    entries: createRows(runtime, items),
  };
}

function backupText({ newestBackup, clock }: Runtime): string {
  if (!newestBackup) return 'There is no backup of the database.';
  const minutes = Math.max(0, Math.floor((clock().getTime() - newestBackup.getTime()) / minuteMs));
  if (minutes < 2) return 'The newest backup is less than two minutes old.';
  if (minutes < 120) return `The newest backup is ${minutes} minutes old.`;
  const hours = Math.floor(minutes / 60);
  return `The newest backup is ${hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.`;
}

type DeskReader = {
  /** Only the operator who opened a conversation can read it. */
  operator: SignedInUser;
};

/** @throws a 404 response when the item does not exist */
export function loadDesk(runtime: Runtime, query: DeskQuery, { operator }: DeskReader) {
  const { show, open } = query;
  const reported = countDeskEntries(runtime.db, 'conversation', waitingStatus.conversation);
  const base = { show, role: operator.role, reported, query: getListQuery(query), backup: backupText(runtime) };
  if (show === 'branches') {
    if (open === undefined) return { ...base, view: 'branches', lines: loadBranches(runtime) } as const;
    const branch = openBranch(runtime, open);
    if (!branch) throw new Response(null, { status: 404 });
    return { ...base, view: 'branch', branch } as const;
  }
  if (show === 'brands') {
    if (open === undefined) return { ...base, view: show, lines: findBrands(runtime.db) } as const;
    const brand = openBrand(runtime, open);
    if (!brand) throw new Response(null, { status: 404 });
    return { ...base, view: 'brand', brand } as const;
  }
  if (show === 'recovery-code' || show === 'manage-code') {
    const needsPassword = !hasFreshPassword(operator, runtime.clock());
    return { ...base, view: 'lost-code', of: show, about: open ?? null, needsPassword } as const;
  }
  if (show === 'saved-replies') {
    const reply = open === undefined ? null : findSavedReply(runtime.db, open);
    if (open !== undefined && !reply) throw new Response(null, { status: 404 });
    return { ...base, view: show, replies: findSavedReplies(runtime.db), reply } as const;
  }
  if (show === 'road-tax') {
    if (open === undefined) return { ...base, view: 'road-taxes', lines: loadRoadTaxes(runtime) } as const;
    const tax = openRoadTax(runtime, open);
    if (!tax) throw new Response(null, { status: 404 });
    return { ...base, view: 'road-tax', tax } as const;
  }
  if (show === 'conversation' && open === undefined) {
    return { ...base, view: 'list', list: loadConversations(runtime, query) } as const;
  }
  const subject = reportedSubjects.find((one) => one === show);
  const entry =
    subject && open !== undefined ? openEntry(runtime, subject, open, { operator, page: query.page }) : null;
  if (!entry) throw new Response(null, { status: 404 });
  const needsPassword = !hasFreshPassword(operator, runtime.clock());
  return { ...base, view: 'entry', entry, needsPassword } as const;
}

export type DeskScreen = ReturnType<typeof loadDesk>;
export type DeskList = ReturnType<typeof loadConversations>;
