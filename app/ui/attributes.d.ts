import 'react';

declare module 'react' {
  /** The only properties in style attributes: data that a rule of a stylesheet uses. */
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
