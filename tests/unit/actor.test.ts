import { describe, expect, it } from 'vitest';
import { createManageKey } from '~/domain/listings/manage-key.server';
import { getActor } from '~/http/actor.server';
import { countReads } from '../support/count-reads';
import { freshDatabase } from '../support/fresh-database';

const now = new Date('2026-06-15T06:30:00.000Z');
const clock = () => now;

const withKeys = (codes: readonly string[]): Request =>
  new Request('http://localhost/', { headers: { Cookie: `manageKeys=${codes.join('.')}` } });

describe('the actor of a request', () => {
  it('owns the valid keys of the cookie, in the order they were added', () => {
    const db = freshDatabase();
    const [first, second] = [createManageKey(db, now), createManageKey(db, now)];
    const unknown = '0000-'.repeat(8).slice(0, -1);
    const request = withKeys([second.code, unknown, 'nonsense', first.code]);
    expect(getActor(request, { db, clock })).toEqual({
      user: null,
      manageKeyIds: [second.id, first.id],
      searchesHash: null,
      messagesHash: null,
    });
  });

  it('owns at most the newest eight keys, read by one query', () => {
    const db = freshDatabase();
    const minted = Array.from({ length: 350 }, () => createManageKey(db, now));
    const request = withKeys(minted.map(({ code }) => code));
    expect(countReads(db, () => getActor(request, { db, clock }))).toBe(1);
    expect(getActor(request, { db, clock }).manageKeyIds).toEqual(minted.slice(-8).map(({ id }) => id));
  });

  it('owns no key of a cookie beside a token, because another site’s page may send that', () => {
    const db = freshDatabase();
    const { id, code } = createManageKey(db, now);
    const headers = { Cookie: `manageKeys=${code}`, Authorization: 'Bearer unknown' };
    const actorBy = (more: Record<string, string>) =>
      getActor(new Request('http://localhost/api/bikes', { headers: { ...headers, ...more } }), { db, clock });
    expect(actorBy({})).toEqual({ user: null, manageKeyIds: [], searchesHash: null, messagesHash: null });
    expect(actorBy({ 'X-Manage-Key': code })).toEqual({
      user: null,
      manageKeyIds: [id],
      searchesHash: null,
      messagesHash: null,
    });
  });

  it('without keys is found without a query', () => {
    const db = freshDatabase();
    expect(countReads(db, () => getActor(withKeys([]), { db, clock }))).toBe(0);
  });
});
