import { randomBytes } from 'node:crypto';
import { sha256 } from '~/domain/shared/secrets.server';
import type { Database } from '~db/connection';
import { sessions, users } from '~db/schema/accounts';
import { reviews } from '~db/schema/engagement';

/** The vehicle with many reviews. */
export const reviewedVehicle = '105';
const reviewers = 50;

function storeUser(db: Database, id: string, createdAt: string): void {
  db.insert(users)
    .values({
      id,
      name: 'Asha Rao',
      email: `${id}@example.in`,
      passwordHash: 'none',
      gender: 'female',
      createdAt,
      updatedAt: createdAt,
    })
    .run();
}

/** Creates a user and a session. */
export function signIn(db: Database): string {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  const createdAt = now.toISOString();
  storeUser(db, 'bench-user', createdAt);
  db.insert(sessions)
    .values({
      id: 'bench-session',
      tokenHash: sha256(token),
      userId: 'bench-user',
      kind: 'browser',
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
    })
    .run();
  return token;
}

/** Stores fifty reviews of one vehicle by different users. */
export function storeReviews(db: Database): void {
  for (let index = 0; index < reviewers; index += 1) {
    const userId = `bench-reviewer-${index}`;
    const createdAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    storeUser(db, userId, createdAt);
    db.insert(reviews)
      .values({
        id: `bench-review-${index}`,
        vehicleId: reviewedVehicle,
        userId,
        rating: 1 + (index % 5),
        comment: 'It pulls well uphill, and the seat is wide enough for two and their shopping.',
        createdAt,
        updatedAt: createdAt,
      })
      .run();
  }
}
