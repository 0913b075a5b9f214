"use strict";
// Runs when something is pushed to this browser: shows it, and opens the table, or the page that ends such notices. Nothing else.
self.addEventListener("push", (event) => {
  const { title, body, table, off } = event.data.json();
  const actions = off ? [{ action: "off", title: "No more of these" }] : [];
  event.waitUntil(self.registration.showNotification(title, { body, actions, tag: table, data: { table, off }, icon: "/static/moot.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { table, off } = event.notification.data;
  const to = new URL(event.action === "off" ? off : table, self.location.origin);
  if (to.origin === self.location.origin) event.waitUntil(self.clients.openWindow(to.href));
});
