// Preloaded into every process of `npm run screens`: each run begins at the same time, so that days of the
// week, ages and months are the same as in the accepted pictures.
const NativeDate = Date;
const shift = NativeDate.UTC(2026, 10, 30, 4, 30) - Number(process.env.SCREENS_BEGAN);

globalThis.Date = class extends NativeDate {
  constructor(...parts) {
    if (parts.length === 0) super(NativeDate.now() + shift);
    else super(...parts);
  }
  static now() {
    return NativeDate.now() + shift;
  }
  static [Symbol.hasInstance](value) {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
};
