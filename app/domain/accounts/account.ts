import type { Gender } from './limits';

/** An account as its own user sees it. */
export type Account = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  gender: Gender;
  location: string | null;
  role: 'user' | 'operator';
  /** Time of sign-up. */
  createdAt: string;
  version: number;
  /** Number of visible favourites, vehicles and listings. */
  favourites: number;
  /** Number of booked services that were not cancelled, and of booked vehicles. */
  bookings: number;
};
