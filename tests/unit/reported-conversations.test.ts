import { describe, expect, it } from 'vitest';
import type { ConversationName } from '~/domain/conversations/conversation';
import { findConversation } from '~/domain/conversations/conversation.queries.server';
import { findDeskPage } from '~/domain/desk/desk.queries.server';
import { decideOnConversation, isOpenTo } from '~/domain/desk/reported-conversation.server';
import { findOpenReports, reportItem } from '~/domain/desk/reports.server';
import { findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { conversationFixture, later, now, type User } from '../support/conversation-fixture';
import { storeUser } from '../support/stored-listing';

type Judging = { reason?: string; actor?: User; at?: Date; reports?: number };

/** The same with actions of both sides and of operators on a conversation. */
function reporting() {
  const both = conversationFixture();
  const { db, operator } = both;
  const report = (name: ConversationName, actor: Actor, fields: object = {}) => {
    const input = checkInput(reportItem, { about: { kind: 'conversation', name }, reason: 'fraud', ...fields }, now);
    return input.ok ? runCommand(reportItem, input.value, { db, actor, now }) : input;
  };
  const judge = (id: string, action: string, { reason = '', actor = operator, at = now, ...rest }: Judging = {}) => {
    const input = checkInput(decideOnConversation, { id, action, reason, ...rest }, at);
    return input.ok ? runCommand(decideOnConversation, input.value, { db, actor, now: at }) : input;
  };
  const desk = (status: string) => findDeskPage(db, 'conversation', { status }, 1).items;
  return { ...both, report, judge, desk };
}

describe('a reported conversation', () => {
  it('can be reported by its two sides only, and only for reasons that apply', () => {
    const { db, seller, buyer, operator, open, usersListing, report } = reporting();
    const { id, name } = open(usersListing().id);
    for (const actor of [buyer, operator, anonymous]) {
      expect(report({ id }, actor)).toMatchObject({ error: { kind: 'not-found' } });
    }
    expect(report({ id }, seller, { reason: 'sold-already' })).toMatchObject({ error: { kind: 'invalid' } });
    expect(report(name, anonymous, { words: 'Wants an OTP.' }).ok).toBe(true);
    expect(report({ id }, seller, { reason: 'spam' }).ok).toBe(true);
    const said = findOpenReports(db, 'conversation', id).map(({ side, from, comment }) => [side, from, comment]);
    expect(said).toHaveLength(2);
    expect(said).toEqual(
      expect.arrayContaining([
        ['buyer', null, 'Wants an OTP.'],
        ['seller', null, null],
      ]),
    );
  });

  it('is listed at the desk by its subject, unlike others', () => {
    const { buyer, open, visitorsListing, usersListing, report, judge, desk } = reporting();
    open(usersListing().id);
    const { id } = open(visitorsListing().id, buyer);
    expect(desk('all')).toEqual([]);
    expect(judge(id, 'read', { reason: 'Curious' })).toMatchObject({ error: { kind: 'not-found' } });
    report({ id }, buyer);
    expect(desk('reported')).toMatchObject([{ id, title: 'Is it still there?', from: null, status: 'reported' }]);
    judge(id, 'dismiss');
    expect(desk('reported')).toEqual([]);
    expect(desk('all')).toMatchObject([{ id, status: 'checked' }]);
  });

  it('is opened with a reason, to the operator who gave it, for an hour or until it is decided; each time is logged', () => {
    const { db, seller, buyer, operator, open, usersListing, report, judge } = reporting();
    const { id } = open(usersListing().id, buyer);
    report({ id }, buyer);
    const other = storeUser(db, 'Omar', 'owner');
    const isOpen = (actor = operator, at = now) => isOpenTo(db, id, actor.user.id, at);
    expect(judge(id, 'read', { reason: 'x', actor: seller })).toMatchObject({ error: { kind: 'forbidden' } });
    expect(judge(id, 'read', { reason: ' ' })).toMatchObject({ error: { errors: { reason: { code: 'required' } } } });
    expect(isOpen()).toBe(false);
    expect(judge(id, 'read', { reason: 'Report of fraud' }).ok).toBe(true);
    expect([isOpen(), isOpen(other)]).toEqual([true, false]);
    expect([59, 60, 61].map((minutes) => isOpen(operator, later(minutes)))).toEqual([true, false, false]);
    expect(findAuditEventsOfItem(db, 'conversation', id)).toMatchObject([
      {
        action: 'opened to be read',
        reason: 'Report of fraud',
        title: expect.stringMatching(/^Conversation [\dA-F-]{9}$/),
      },
    ]);
    judge(id, 'dismiss', { at: later(1) });
    expect(isOpen(operator, later(2))).toBe(false);
    expect(judge(id, 'read', { reason: 'Again' })).toMatchObject({ error: { kind: 'conflict' } });
  });

  it('is dismissed once per request, and again for a report that looks like spam', () => {
    const { db, buyer, open, usersListing, report, judge } = reporting();
    const { id } = open(usersListing().id, buyer);
    report({ id }, buyer);
    const dismissals = () => {
      expect(judge(id, 'dismiss').ok).toBe(true);
      return findAuditEventsOfItem(db, 'conversation', id).length;
    };
    expect([dismissals(), dismissals()]).toEqual([1, 1]);
    report({ id }, buyer, { isSuspect: true });
    expect([dismissals(), dismissals()]).toEqual([2, 2]);
  });

  it('can be ended, with a reason that both sides see, and reopened', () => {
    const { db, seller, buyer, open, reply, share, usersListing, report, judge, desk } = reporting();
    const { id } = open(usersListing().id, buyer);
    report({ id }, buyer);
    report({ id }, seller);
    expect(judge(id, 'end', { reason: 'Fraud', reports: 1 })).toMatchObject({ error: { kind: 'conflict' } });
    expect(judge(id, 'end')).toMatchObject({ error: { errors: { reason: { code: 'required' } } } });
    expect(judge(id, 'end', { reason: 'Fraud', reports: 2 }).ok).toBe(true);
    for (const actor of [buyer, seller]) {
      expect(findConversation(db, { id }, actor)?.closed).toMatchObject({ values: { reason: 'Fraud' } });
      expect(reply({ id }, 'Hello?', actor)).toMatchObject({ error: { kind: 'conflict' } });
      expect(share({ id }, 'email', true, actor)).toMatchObject({ error: { kind: 'conflict' } });
    }
    expect(desk('ended')).toMatchObject([{ id, status: 'ended' }]);
    expect(judge(id, 'reopen').ok).toBe(true);
    expect(findConversation(db, { id }, buyer)?.closed).toBeNull();
  });
});
