/*
 * Subscribes the browser to notifications once the button is pressed, and sends the address that its push service gave
 * with the form (docs/product.md, "Notices of new customers").
 */

const form = document.querySelector<HTMLFormElement>('form[data-push-key]');
const parts = new Map(
  [...document.querySelectorAll<HTMLElement>('[data-push]')].map((part) => [part.dataset.push, part]),
);

function show(...names: string[]): void {
  for (const [name, part] of parts) part.hidden = !names.includes(name ?? '');
}

const canSubscribe = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
/** Only Safari on iPhones and iPads has the property, and only in an app of the home screen it has push. */
const isOutsideHomeScreen = 'standalone' in navigator && !navigator.standalone;

const toBase64 = (bytes: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function subscribe(worker: string, key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  // Of another database of this site: push services would refuse what is sent to it.
  if (former && toBase64(former.options.applicationServerKey) !== key) await former.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function fillAndSend(form: HTMLFormElement, { pushWorker = '', pushKey = '' }: DOMStringMap): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return show('form', 'blocked');
  try {
    const subscription = await subscribe(pushWorker, pushKey);
    const values = {
      endpoint: subscription.endpoint,
      p256dh: toBase64(subscription.getKey('p256dh')),
      auth: toBase64(subscription.getKey('auth')),
    };
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    form.submit();
  } catch {
    show('form', 'failed');
  }
}

if (form && canSubscribe) {
  show(...(Notification.permission === 'denied' ? ['blocked'] : ['form']));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void fillAndSend(form, form.dataset);
  });
} else if (isOutsideHomeScreen) show('home-screen');
