// Shows notifications about new customers, and opens what they are about. It stores nothing and sees no request.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json();
  // The former one of the same kind is replaced, with a sound.
  const options = { body, tag, renotify: true, icon: '/apple-touch-icon.png', data: url };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data, self.location.origin).href));
});

/** Leaves other tabs where they are: something may be typed there. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === url);
  await (tab ? tab.focus() : self.clients.openWindow(url));
}
