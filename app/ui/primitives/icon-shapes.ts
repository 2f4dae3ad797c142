/** The icons that scripts draw, exported one by one so that unused ones are not bundled. */
export const plusShape = 'M12 4v16M4 12h16';
export const checkShape = 'm4 13 5.5 5.5L20 6';
export const alertShape = 'M12 3 2 20h20Zm0 7v4m0 3h.01';
export const downShape = 'm5 9 7 7 7-7';
export const cameraShape = 'M3 7h4l2-3h6l2 3h4v13H3ZM8 13a4 4 0 1 0 8 0 4 4 0 1 0-8 0';

/**
 * Icons as paths on a grid of 24 units, drawn 2 units thick with round ends. They are inlined: a browser that loads
 * icons from a separate file draws them last, and lays out the page a second time.
 */
export const iconShapes = {
  menu: 'M3 6h18M3 12h18M3 18h12',
  back: 'M20 12H4m7-7-7 7 7 7',
  go: 'M4 12h16m-7-7 7 7-7 7',
  up: 'M12 20V4M5 11l7-7 7 7',
  down: downShape,
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M15.5 15.5l5.5 5.5',
  filter: 'M3 6h18M6 12h12M10 18h4',
  sort: 'M7 4v16m-4-4 4 4 4-4M13 6h8m-8 5h6m-6 5h4',
  grid: 'M4 4h6.5v6.5H4ZM13.5 4H20v6.5h-6.5ZM4 13.5h6.5V20H4ZM13.5 13.5H20V20h-6.5Z',
  rows: 'M4 5h5v5H4Zm9 2.5h7M4 14h5v5H4Zm9 2.5h7',
  refresh: 'M20 11a8 8 0 0 0-14.5-3.6L3 10m0-6v6h6M4 13a8 8 0 0 0 14.5 3.6L21 14m0 6v-6h-6',
  close: 'm5 5 14 14M19 5 5 19',
  plus: plusShape,
  check: checkShape,
  share: 'M6 12a2.5 2.5 0 1 0 .01 0M18 3.5a2.5 2.5 0 1 0 .01 0M18 15.5a2.5 2.5 0 1 0 .01 0M8 13.5l8-5M8 15.5l8 2.5',
  rupee: 'M7 4h11M7 8.5h11M7 4h3.5a4.5 4.5 0 0 1 0 9H7l7.5 7.5',
  heart: 'M12 20 4.3 12a5 5 0 0 1 7.7-6.3A5 5 0 0 1 19.7 12Z',
  compare:
    'M2 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M15 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M12 3v18M5.5 8v1M18.5 8v1M3 6h5m8 0h5',
  home: 'm3 11 9-8 9 8M6 9v11h12V9m-8 11v-6h4v6',
  browse: 'M4 3v18M4 4h12l4 3.5L16 11H4m0 3h9',
  sell: 'M3 12V4h8l10 9-8 8ZM7.5 8h.01',
  user: 'M5 12a7 7 0 0 1 14 0v1H5Zm0 1h14m-12 0v2a5 5 0 0 0 10 0v-2M4 21h16',
  pause: 'M8 5v14m8-14v14',
  play: 'm7 4 13 8-13 8Z',
  star: 'm12 3 2.7 6 6.3.7-4.7 4.3 1.3 6.5-5.6-3.3-5.6 3.3 1.3-6.5L3 9.7 9.3 9Z',
  fuel: 'M5 21V4h9v17M3 21h13M8 8h3m3 5h2a2 2 0 0 1 2 2v2a1.5 1.5 0 0 0 3 0V9l-3-3',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6Z',
  phone: 'M6 3h4l1 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 1v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2Z',
  mail: 'M3 5h18v14H3Zm0 1 9 8 9-8',
  pin: 'M12 21s7-6.5 7-11.5a7 7 0 0 0-14 0C5 14.5 12 21 12 21ZM9.5 9.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  chat: 'M3 4h18v12H11l-5 4v-4H3Zm5 6h8',
  wrench: 'M20 6.5 16.5 10 14 7.5 17.5 4A5 5 0 0 0 11 10.5l-7 7L6.5 20l7-7A5 5 0 0 0 20 6.5Z',
  camera: cameraShape,
  send: 'M3 11 21 3l-7 18-3-8Z',
  calendar: 'M4 5h16v16H4ZM4 10h16M8 3v4m8-4v4',
  alert: alertShape,
  shield: 'M12 3 4 6v6c0 5 4 8 8 9 4-1 8-4 8-9V6Zm-3.5 9 2.5 2.5 4.5-5',
  bike: 'M1.5 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M15.5 16a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M5 16l3-6h7l4 6M14 5h3l2 11M6 9h4',
  shop: 'M4 11v10h16V11M3 9l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0M9 21v-6h6v6',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l4 2',
  download: 'M12 4v12m-5-5 5 5 5-5M4 20h16',
  person: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 21c0-5 4-7 8-7s8 2 8 7',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  note: 'M5 3h14v13l-5 5H5ZM14 21v-5h5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  flag: 'M5 21V4h13l-3 4 3 4H5',
  whatsapp: 'm3 21 1.5-4.5A9 9 0 1 1 8 20Zm6-12c0 3 3 6 6 6',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5ZM8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M17 7h.01',
  facebook: 'M16 4h-2a3.5 3.5 0 0 0-3.5 3.5V21M7 12h8',
  twitter: 'm4 4 16 16M20 4 4 20',
} as const;
export type IconName = keyof typeof iconShapes;
