/** Names and limits of the form in which operators edit a branch. */

/** Id under which the form adds a branch. */
export const newBranch = 'new';
/** Most times of a day in which appointments can be. */
export const mostSlots = 8;

export const branchLabels = {
  name: 'Name',
  address: 'Address',
  opens: 'Opens',
  closes: 'Closes',
  starts: 'From',
  ends: 'To',
  testRidePlaces: 'Test rides',
  servicePlaces: 'Services',
  purchasePlaces: 'To buy or book',
  closedDays: 'Closed days',
  isBookable: 'Visits can be booked here',
} as const;
