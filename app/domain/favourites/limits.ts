/** Maximum number of favourites per user, vehicles and listings together. */
export const favouritesMaximum = 200;
