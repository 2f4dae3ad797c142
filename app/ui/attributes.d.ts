import 'react';

declare module 'react' {
  /** The only things a style attribute of ours may carry: data that a rule of the sheet draws with. */
  interface CSSProperties {
    [data: `--${string}`]: string | number | undefined;
  }
  /** Popovers are younger than React 18, which writes the attributes as they are. */
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual';
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string;
  }
  interface DetailsHTMLAttributes<T> {
    name?: string;
  }
}
