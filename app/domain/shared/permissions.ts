import { type Role, type TeamRole, teamRoles } from '~db/enums';
import { type Actor, requireUser, type SignedInUser } from './actor';
import { type AppError, err, ok, type ReasonOf, type Result } from './result';

/**
 * - `password`: after the password was confirmed within ten minutes
 * - `own`: only what this user did
 * - `day`: for 24 hours only
 * - `visitors`: not for members of the team
 */
type Grant = 'no' | 'yes' | 'password' | 'own' | 'day' | 'visitors';

type Row = Readonly<Record<TeamRole, Grant>> & {
  /** As in the table of docs/operations.md, "Roles". */
  text: string;
  /** Begins the sentence of a rejection: '… is for managers and owners.' */
  subject: string;
};

const row = (text: string, subject: string, clerk: Grant, manager: Grant, owner: Grant): Row => ({
  text,
  subject,
  clerk,
  manager,
  owner,
});

/** Who may what: the one table for screens, forms, the API, the menu and the documents. */
export const permissions = {
  read: row('read Today, Customers, Stock, Figures', 'The desk', 'yes', 'yes', 'yes'),
  answer: row('answer, note, assign, flag, next step, done, spam', 'Answering customers', 'yes', 'yes', 'yes'),
  visits: row('visits: add, confirm, move, came, call off', 'Changing visits', 'yes', 'yes', 'yes'),
  listings: row('listings of riders: approve, hide with a reason', 'Approving and hiding', 'yes', 'yes', 'yes'),
  reports: row('reviews, and conversations that were reported', 'Deciding on reports', 'no', 'yes', 'yes'),
  block: row('block a sender (mail, phone, address)', 'Blocking', 'day', 'yes', 'yes'),
  erase: row('delete for good, forget a person, copy for a person', 'Deleting for good', 'no', 'password', 'password'),
  sell: row('stock: mark sold, reserve, add photos', 'Marking as sold', 'yes', 'yes', 'yes'),
  stock: row('stock: add, edit, prices, hide, duplicate, undo', 'Changing the stock', 'no', 'yes', 'yes'),
  retire: row('stock: retire, prices of many, import, offers', 'Retiring', 'no', 'yes', 'yes'),
  'stock-csv': row('CSV of the stock', 'The file of the stock', 'no', 'yes', 'yes'),
  'customers-csv': row('CSV of the customers', 'The file of the customers', 'no', 'no', 'password'),
  replies: row('edit saved replies', 'Editing saved replies', 'no', 'yes', 'yes'),
  texts: row('texts, on-road rates, insurance, accessories, opening hours', 'Editing the shop', 'no', 'yes', 'yes'),
  shop: row('name, logo, phone, address, look, sections, mail', 'Setting the shop up', 'no', 'no', 'yes'),
  accounts: row('accounts: see, recovery code, block and lift', 'Looking after accounts', 'no', 'visitors', 'yes'),
  team: row('team: invite, roles, sessions of others, second step off', 'Changing the team', 'no', 'no', 'password'),
  log: row('log', 'The log', 'own', 'yes', 'yes'),
  backups: row('backups: see their state', 'The state of backups', 'yes', 'yes', 'yes'),
  'make-backup': row('backups: make one', 'Making a backup', 'no', 'yes', 'yes'),
  'try-backup': row('backups: try one', 'Trying a backup', 'no', 'no', 'yes'),
  'get-backup': row('backups: get a copy', 'Getting a copy', 'no', 'no', 'password'),
  health: row('health, mails that were not sent', 'The health of the site', 'no', 'yes', 'yes'),
} as const satisfies Readonly<Record<string, Row>>;

export type Permission = keyof typeof permissions;

export const isPermission = (text: string): text is Permission => Object.hasOwn(permissions, text);

export const isTeamRole = (role: Role): role is TeamRole => role !== 'user';

export const getGrant = (role: Role, permission: Permission): Grant =>
  isTeamRole(role) ? permissions[permission][role] : 'no';

/** Without regard to a password that still has to be confirmed. */
export const mayUse = (user: Pick<SignedInUser, 'role'> | null, permission: Permission): boolean =>
  user !== null && getGrant(user.role, permission) !== 'no';

export const teamRequired: AppError = { kind: 'forbidden', code: 'operator_required' };

const roleNames = { clerk: 'clerks', manager: 'managers', owner: 'owners' } as const;

const joinWords = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

export const rolesWith = (permission: Permission): TeamRole[] =>
  teamRoles.filter((role) => permissions[permission][role] !== 'no');

/** @param names of members of the team who may; empty: unknown */
export function createRoleReason(permission: Permission, names: readonly string[] = []): ReasonOf<'not_for_role'> {
  const roles = rolesWith(permission);
  return {
    code: 'not_for_role',
    values: {
      subject: permissions[permission].subject,
      roles: joinWords(
        roles.map((role) => roleNames[role]),
        'and',
      ),
      whom:
        names.length > 0
          ? joinWords(names, 'or')
          : joinWords(
              roles.map((role) => `the ${role}`),
              'or',
            ),
    },
  };
}

export const rejectRole = (permission: Permission): { ok: false; error: AppError } =>
  err({ kind: 'forbidden', permission, ...createRoleReason(permission) });

/** `unauthenticated` if signed out; `forbidden` for other users, and for members of the team without the permission. */
export function requirePermission(actor: Actor, permission: Permission): Result<SignedInUser> {
  const found = requireTeamMember(actor);
  return !found.ok || mayUse(found.value, permission) ? found : rejectRole(permission);
}

export function requireTeamMember(actor: Actor): Result<SignedInUser> {
  const found = requireUser(actor);
  return !found.ok || isTeamRole(found.value.role) ? found : err(teamRequired);
}

/** The item of the user, or of another one with the permission; otherwise `notFound`, as if it did not exist. */
export function requireOwnItem<Item extends { userId: string }>(
  item: Item | null,
  actor: Actor,
  permission: Permission,
  notFound: AppError,
): Result<{ item: Item; user: SignedInUser; isOwn: boolean }> {
  const user = requireUser(actor);
  if (!user.ok) return user;
  const isOwn = item?.userId === user.value.id;
  if (item && (isOwn || mayUse(user.value, permission))) return ok({ item, user: user.value, isOwn });
  return item && isTeamRole(user.value.role) ? rejectRole(permission) : err(notFound);
}
