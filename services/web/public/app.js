// Registers the service worker, which shows messages, and the last plan while there is no network.
const { serviceWorker } = navigator
if (serviceWorker) {
  // It keeps what it sees, and it has not seen this page.
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => fetch('/').catch(() => {}), {
      once: true,
    })
  serviceWorker.register('/service-worker.js').catch(() => {})
}
