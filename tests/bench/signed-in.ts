import { randomBytes } from 'node:crypto';
import { hashToken } from '~/domain/accounts/sessions.server';
import type { Database } from '~db/connection';
import { sessions, users } from '~db/schema';

/** Signs somebody in, as a sign-in would: a user and a session. */
export function signIn(db: Database): string {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const createdAt = now.toISOString();
  db.insert(users)
    .values({
      id: 'bench-user',
      name: 'Asha Rao',
      email: 'asha@example.in',
      passwordHash: 'none',
      gender: 'female',
      createdAt,
      updatedAt: createdAt,
    })
    .run();
  db.insert(sessions)
    .values({
      id: 'bench-session',
      tokenHash: hashToken(token),
      userId: 'bench-user',
      kind: 'browser',
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
    })
    .run();
  return token;
}
