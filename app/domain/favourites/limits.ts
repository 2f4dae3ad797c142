/** Most vehicles and listings that one user saves. */
export const favouritesMaximum = 200;
