import { desc, sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { genders, recoveryCodeOrigins, roles, sessionKinds, teamRoles, tokenScopes } from '../enums';
import { createdAt, isOneOf, isTimestamp, updatedAt, version, yesOrNo } from './columns';

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** As in the sign-up form, in lower case. */
    email: text('email').notNull(),
    /**
     * Normalized form by which addresses are compared. Null: the row is older than the column, and another account has
     * this key.
     */
    emailKey: text('email_key'),
    passwordHash: text('password_hash').notNull(),
    phone: text('phone'),
    /** As sent: sign-up may send a placeholder. */
    gender: text('gender', { enum: genders }).notNull(),
    isGenderGiven: yesOrNo('is_gender_given'),
    location: text('location'),
    role: text('role', { enum: roles }).notNull().default('user'),
    /** Null: not blocked. */
    blockedAt: text('blocked_at'),
    blockedReason: text('blocked_reason'),
    /** Whether an operator works at the desk without its keyboard shortcuts. */
    withoutShortcuts: yesOrNo('without_shortcuts'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_email_key').on(t.emailKey),
    index('users_newest').on(t.createdAt),
    index('users_name').on(sql`name COLLATE NOCASE`),
    index('users_phone').on(t.phone),
    index('users_blocked').on(t.blockedAt).where(sql`blocked_at is not null`),
    index('users_accounts').on(desc(t.createdAt), t.id).where(sql`role = 'user'`),
    index('users_team').on(t.createdAt).where(sql`role <> 'user'`),
    check('users_name_given', sql`length(trim(${t.name})) >= 2`),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and instr(${t.email}, ' ') = 0`),
    check('users_gender', isOneOf(t.gender, genders)),
    check('users_gender_given', sql`${t.isGenderGiven} in (0, 1)`),
    check('users_without_shortcuts', sql`${t.withoutShortcuts} in (0, 1)`),
    check('users_role', isOneOf(t.role, roles)),
    check('users_blocked', isTimestamp(t.blockedAt)),
    check('users_blocked_why', sql`(${t.blockedAt} is null) = (${t.blockedReason} is null)`),
    check('users_created', isTimestamp(t.createdAt)),
    check('users_updated', isTimestamp(t.updatedAt)),
  ],
);

/** Only the token's SHA-256 is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: sessionKinds }).notNull(),
    scope: text('scope', { enum: tokenScopes }).notNull().default('write'),
    /** Whether it is an access token without the rights of a role. */
    withoutDesk: yesOrNo('without_desk'),
    label: text('label'),
    createdAt: createdAt(),
    lastSeenAt: text('last_seen_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    passwordConfirmedAt: text('password_confirmed_at'),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    check('sessions_hash', sql`length(${t.tokenHash}) = 64`),
    check('sessions_kind', isOneOf(t.kind, sessionKinds)),
    check('sessions_scope', isOneOf(t.scope, tokenScopes)),
    check('sessions_without_desk', sql`${t.withoutDesk} in (0, ${t.kind} = 'personal')`),
    check('sessions_expires', isTimestamp(t.expiresAt)),
  ],
);

/** RFC 6238. */
export const authenticators = sqliteTable(
  'authenticators',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base32-encoded. */
    secret: text('secret').notNull(),
    /** Codes of that step or an earlier one are rejected. */
    lastStep: integer('last_step').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('authenticators_secret', sql`length(${t.secret}) = 32`),
    check('authenticators_step', sql`${t.lastStep} >= 0`),
    check('authenticators_created', isTimestamp(t.createdAt)),
  ],
);

/** Only the SHA-256 is stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => authenticators.userId, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.codeHash] }),
    check('recovery_codes_hash', sql`length(${t.codeHash}) = 64`),
  ],
);

/** The user's own, one issued by an operator, and one mailed, at most one of each. Only the SHA-256 is stored. */
export const accountRecoveryCodes = sqliteTable(
  'account_recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    origin: text('origin', { enum: recoveryCodeOrigins }).notNull(),
    codeHash: text('code_hash').notNull(),
    keptAt: text('kept_at'),
    /** Null for the user's own. */
    expiresAt: text('expires_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.origin] }),
    index('account_recovery_codes_expiry').on(t.expiresAt).where(sql`expires_at is not null`),
    check('account_recovery_codes_origin', isOneOf(t.origin, recoveryCodeOrigins)),
    check('account_recovery_codes_hash', sql`length(${t.codeHash}) = 64`),
    check('account_recovery_codes_kept', isTimestamp(t.keptAt)),
    check('account_recovery_codes_expires', isTimestamp(t.expiresAt)),
    check('account_recovery_codes_ends', sql`(${t.origin} = 'own') = (${t.expiresAt} is null)`),
    check('account_recovery_codes_created', isTimestamp(t.createdAt)),
  ],
);

/** Until it is accepted, withdrawn or expired. Only the SHA-256 of the secret in its link is stored. */
export const teamInvites = sqliteTable(
  'team_invites',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    role: text('role', { enum: teamRoles }).notNull(),
    /** Where the link is mailed to; null if it is passed on by hand. */
    email: text('email'),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('team_invites_token').on(t.tokenHash),
    index('team_invites_inviter').on(t.invitedBy),
    index('team_invites_email').on(t.email).where(sql`email is not null`),
    index('team_invites_expiry').on(t.expiresAt),
    check('team_invites_hash', sql`length(${t.tokenHash}) = 64`),
    check('team_invites_role', isOneOf(t.role, teamRoles)),
    check('team_invites_created', isTimestamp(t.createdAt)),
    check('team_invites_expires', isTimestamp(t.expiresAt)),
  ],
);

/** Only the ticket's SHA-256 is stored. */
export const pendingSignIns = sqliteTable(
  'pending_sign_ins',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [
    index('pending_sign_ins_user').on(t.userId),
    index('pending_sign_ins_expiry').on(t.expiresAt),
    check('pending_sign_ins_hash', sql`length(${t.ticketHash}) = 64`),
    check('pending_sign_ins_expires', isTimestamp(t.expiresAt)),
  ],
);

/** In the database so that a restart does not reset it; accounts and addresses as SHA-256. */
export const signInAttempts = sqliteTable(
  'sign_in_attempts',
  {
    id: integer('id').primaryKey(),
    accountHash: text('account_hash').notNull(),
    addressHash: text('address_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sign_in_attempts_account').on(t.accountHash, t.createdAt),
    index('sign_in_attempts_address').on(t.addressHash, t.createdAt),
    index('sign_in_attempts_created').on(t.createdAt),
    check('sign_in_attempts_account_hash', sql`length(${t.accountHash}) = 64`),
    check('sign_in_attempts_address_hash', sql`length(${t.addressHash}) = 64`),
    check('sign_in_attempts_created_at', isTimestamp(t.createdAt)),
  ],
);

/** A request with a key may change the listings that refer to it. */
export const manageKeys = sqliteTable(
  'manage_keys',
  {
    id: text('id').primaryKey(),
    keyHash: text('key_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('manage_keys_key').on(t.keyHash),
    check('manage_keys_hash', sql`length(${t.keyHash}) = 64`),
    check('manage_keys_created', isTimestamp(t.createdAt)),
  ],
);
