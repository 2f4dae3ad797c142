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
  /** When it was opened. */
  createdAt: string;
  version: number;
  /** Vehicles and listings saved with a heart that can still be seen. */
  favourites: number;
  /** Services booked and not cancelled, and vehicles booked. */
  bookings: number;
};
