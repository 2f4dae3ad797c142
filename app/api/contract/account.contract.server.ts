import { z } from 'zod';
import type { accountJson } from '~/domain/accounts/account';
import { profileFields, signInFields, signUpFields } from '~/domain/accounts/account.schema.server';
import { genders, roles } from '~db/enums';
import { anyone, contract, jsonBody, takesNothing, users, usersWithAnyToken } from './contract.server';
import { count, exampleUser, isoDateTime, version } from './shapes.server';

const account = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    gender: z.enum(genders),
    location: z.string().nullable(),
    role: z.enum(roles),
    joinDate: isoDateTime,
    favoriteVehicles: count,
    totalBookings: count,
    version,
  })
  .meta({ id: 'Account' }) satisfies z.ZodType<ReturnType<typeof accountJson>>;

const signInResult = z
  .object({
    token: z.string().meta({ description: 'Bearer token for the `Authorization` header. Expires after 30 days.' }),
    user: account,
  })
  .meta({ id: 'Entered' });
const profile = z.object({ user: account }).meta({ id: 'Profile' });

const example = {
  _id: exampleUser.id,
  ...exampleUser,
  email: 'asha@example.com',
  phone: '+91 98200 12345',
  gender: 'female',
  location: 'Pune',
  role: 'user',
  joinDate: '2026-11-20T09:30:00.000Z',
  favoriteVehicles: 2,
  totalBookings: 1,
  version: 1,
};
const token = 'mC8v1q0aW5xk3ZrT2yLhQe7uB9sJfNdPgXo4iYtKzEw';
const credentials = { email: 'asha@example.com', password: 'open!sesame' };

const all = { ...takesNothing, subject: 'auth' } as const;

export const profileSaved = 'Your profile has been saved.';
export const signedOut = 'You are signed out.';

export const accountEndpoints = {
  signUp: contract({
    ...all,
    operationId: 'signUp',
    method: 'POST',
    path: '/auth/signup',
    summary: 'Create an account',
    access: anyone,
    body: jsonBody(() => signUpFields, {
      name: 'Asha Rao',
      ...credentials,
      phone: '+91 98200 12345',
      gender: 'female',
    }),
    response: { status: 201, data: signInResult, example: { token, user: example } },
    rejections: [409],
    ignoresDeadTokens: true,
  }),
  signIn: contract({
    ...all,
    operationId: 'signIn',
    method: 'POST',
    path: '/auth/login',
    summary: 'Create a bearer token',
    description:
      'An account with two-step sign-in also requires `code`: a missing or wrong code returns 401 with `errors.code`.',
    access: anyone,
    body: jsonBody(() => signInFields, credentials),
    response: { status: 200, data: signInResult, example: { token, user: example } },
    rejections: [401],
    ignoresDeadTokens: true,
  }),
  signOut: contract({
    ...all,
    operationId: 'signOut',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Revoke the bearer token of the request, and no other token',
    access: usersWithAnyToken,
    response: { status: 200, data: z.null(), example: null, message: signedOut },
    rejections: [401],
    ignoresDeadTokens: true,
  }),
  showProfile: contract({
    ...all,
    operationId: 'getProfile',
    method: 'GET',
    path: '/auth/profile',
    summary: 'Retrieve your account',
    access: users,
    response: { status: 200, data: profile, example: { user: example } },
  }),
  changeProfile: contract({
    ...all,
    operationId: 'changeProfile',
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Update your name, phone, gender or location',
    access: users,
    body: jsonBody(() => profileFields, { location: 'Pune', version: 1 }),
    response: { status: 200, data: profile, example: { user: { ...example, version: 2 } }, message: profileSaved },
    rejections: [409],
  }),
};
