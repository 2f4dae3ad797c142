import type { Account } from './account';

/** API representation of an account for its own user (docs/product.md, "Accounts": `data.user`). */
export function accountJson(account: Account) {
  const { id, name, email, phone, gender, location, role, createdAt, favourites, bookings, version } = account;
  return {
    _id: id,
    id,
    name,
    email,
    phone,
    gender,
    location,
    role,
    joinDate: createdAt,
    favoriteVehicles: favourites,
    totalBookings: bookings,
    version,
  };
}
