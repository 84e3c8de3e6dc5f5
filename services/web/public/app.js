// On every page of people who are signed in.

// Registers the service worker, which shows messages, and the last plan while there is no network.
const { serviceWorker } = navigator
if (serviceWorker) {
  // It keeps what it sees, and it has not seen this page.
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', showHome, { once: true })
  serviceWorker.register('/service-worker.js').catch(() => {})
}

async function showHome() {
  const answer = await fetch('/').catch(() => null)
  // An answer that nobody reads keeps its connection.
  await answer?.text()
}

// A form looks busy, and a second press does nothing. The home page sends its own forms.
addEventListener('submit', event => {
  const form = event.target
  if (event.defaultPrevented) return
  if (form.ariaBusy) return event.preventDefault()
  form.ariaBusy = 'true'
})
// The browser brings a page back as it was left.
addEventListener('pageshow', () => {
  for (const form of document.forms) form.ariaBusy = null
})
