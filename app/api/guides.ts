/** Short guides of the documentation, in the order in which a developer needs them. Backticks mark code. */
export const guides = {
  'first-call': {
    title: 'Make a first call, and an account',
    about: 'Anyone may read; to offer something, a program needs an account.',
    notes:
      'The examples of all guides run as they stand: those for the shell with `curl` and `jq`, the others with Node.js 20 and Python 3 alone. A password has six characters or more, one of them special. An error has a `code` for your program, and a sentence for each invalid field in `errors`.',
  },
  'sign-in': {
    title: 'Sign in and take a token',
    about: 'Your program signs in once, and keeps a token that reaches no further than it needs.',
    notes:
      'Run it once, and keep the token as a secret of your program: the other guides read it from `TOKEN`. It cannot create other tokens, and never changes the password or the email. It ends after `days`, or when you revoke it.',
  },
  'whole-list': {
    title: 'Read a list to its end',
    about: 'Page by page, without missing an item or reading one twice while others write.',
    notes:
      '`pagination.next` is where the next page begins, and null on the last. `fields` leaves all other fields out. The lists of vehicles and scooters are read in the same way.',
  },
  listing: {
    title: 'List a bike with a photo',
    about: 'Once, even if the connection breaks before the response arrives.',
    notes:
      'It needs a file `photo.jpg`. Up to ten photos are files named `images` of a form, or data strings of JSON, as in the example in Python. A request that is repeated within a day with the same key and content returns the first response.',
  },
  stock: {
    title: 'Synchronise a stock',
    about: 'Up to 500 vehicles in one request, each under your own number of it.',
    notes:
      'A line whose `externalId` is there already updates that vehicle, so the file can be sent again at any time. A line that is refused stops no other: each has its result. Photos are data strings in `images`.',
  },
  changes: {
    title: 'Follow changes as they happen',
    about: 'A live stream of bikes that are listed, changed, sold or removed.',
    notes:
      'Browsers read it with `EventSource`. The last events may come again after a broken connection. A status of 410 says that the id is too old: begin again with a copy of all bikes.',
  },
  webhooks: {
    title: 'Receive and verify events',
    about: 'The site calls your program, which believes only what is signed.',
    notes:
      'The example for the shell registers the address of your program, which has to be on the internet, with https; the others are that program, which reads the secret from `SECRET`. Answer within five seconds: what is not accepted is sent again for a day.',
  },
  mirror: {
    title: 'Keep a copy of all bikes',
    about: 'From the file of the day, and the changes behind it.',
    notes:
      'Listings that were withdrawn since are in the file, so apply the changes before you show any. From `changes-token` on, later changes follow in the same way, or live with `since`.',
  },
} as const;
export type GuideName = keyof typeof guides;
