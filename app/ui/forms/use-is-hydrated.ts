import { useEffect, useState } from 'react';

/** False in the HTML and until the script has taken over. */
export function useIsHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return isHydrated;
}
