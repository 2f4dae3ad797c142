import { z } from 'zod';
import { profileFields, signInFields, signUpFields } from '~/domain/accounts/account-fields.server';
import type { accountJson } from '~/domain/accounts/account-json';
import { genders } from '~/domain/accounts/limits';
import { contract, jsonBody, takesNothing } from './contract.server';
import { count, exampleUser, moment, version } from './shapes.server';
import { anyone, users, usersSoFar } from './who.server';

const account = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    gender: z.enum(genders),
    location: z.string().nullable(),
    role: z.enum(['user', 'operator']),
    joinDate: moment,
    favoriteVehicles: count,
    totalBookings: count,
    version,
  })
  .meta({ id: 'Account' }) satisfies z.ZodType<ReturnType<typeof accountJson>>;

const entered = z
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

export const accountCalls = {
  signUp: contract({
    ...all,
    operationId: 'signUp',
    method: 'POST',
    path: '/auth/signup',
    summary: 'Create an account',
    who: anyone,
    body: jsonBody(() => signUpFields, {
      name: 'Asha Rao',
      ...credentials,
      phone: '+91 98200 12345',
      gender: 'female',
    }),
    answer: { status: 201, data: entered, example: { token, user: example } },
    refusals: [409],
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
    who: anyone,
    body: jsonBody(() => signInFields, credentials),
    answer: { status: 200, data: entered, example: { token, user: example } },
    refusals: [401],
    ignoresDeadTokens: true,
  }),
  signOut: contract({
    ...all,
    operationId: 'signOut',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Revoke the bearer token of the request, and no other token',
    who: usersSoFar,
    answer: { status: 200, data: z.null(), example: null, message: signedOut },
    refusals: [401],
    ignoresDeadTokens: true,
  }),
  showProfile: contract({
    ...all,
    operationId: 'getProfile',
    method: 'GET',
    path: '/auth/profile',
    summary: 'Retrieve your account',
    who: users,
    answer: { status: 200, data: profile, example: { user: example } },
  }),
  changeProfile: contract({
    ...all,
    operationId: 'changeProfile',
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Update your name, phone, gender or location',
    who: users,
    body: jsonBody(() => profileFields, { location: 'Pune', version: 1 }),
    answer: { status: 200, data: profile, example: { user: { ...example, version: 2 } }, message: profileSaved },
    refusals: [409],
  }),
};
