// On every page of people who are signed in.
const $ = selector => document.querySelector(selector)

// Registers the service worker, which shows messages, and the last plan while there is no network.
const { serviceWorker } = navigator
if (serviceWorker) {
  // It keeps what it sees, and it has not seen this page.
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', readHome, { once: true })
  serviceWorker.register('/service-worker.js').catch(() => {})
}

/** Reads all of it: an unread answer keeps its connection open. */
function readHome() {
  fetch('/')
    .then(answer => answer.text())
    .catch(() => {})
}

// Without a network a form says so and sends nothing; first, before the home page sends its own forms.
const sayOffline = event => {
  const form = event.target
  if (navigator.onLine || (event.submitter?.formMethod || form.method) === 'get') return
  event.preventDefault()
  event.stopPropagation()
  $('#fault')?.remove()
  const said = document.createElement('p')
  const textContent = document.body.dataset.unsaved
  Object.assign(said, { id: 'fault', className: 'box trouble', role: 'alert', textContent })
  const top = form.closest('.home') && $('.said')
  if (top) top.replaceChildren(said)
  else form.prepend(said)
  said.scrollIntoView({ block: 'nearest' })
}
addEventListener('submit', sayOffline, { capture: true })
// On the page that a form led to, its message is new: a screen reader reads what is put into a region.
const said = $('.said')
const [way] = performance.getEntriesByType('navigation')
if (way?.redirectCount) {
  const message = [...said.childNodes]
  said.replaceChildren()
  setTimeout(() => said.replaceChildren(...message), 50)
}
// Closing it leaves the page, and what was typed there, as it is. The home page sends its own forms.
addEventListener('submit', event => {
  const form = event.target
  if (event.defaultPrevented || !form.matches('[action="/flash/close"]')) return
  event.preventDefault()
  fetch(form.action, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }).catch(
    () => {},
  )
  said.replaceChildren()
  $('main').focus()
})

// A form looks busy, and a second press does nothing. The home page sends its own forms.
addEventListener('submit', event => {
  const form = event.target
  if (event.defaultPrevented) return
  if (form.ariaBusy) return event.preventDefault()
  form.ariaBusy = 'true'
})
// A preview is of what was typed when it was asked for.
addEventListener('input', ({ target }) => {
  target.form?.parentNode.querySelectorAll('[data-preview]').forEach(old => old.remove())
})
// The next page shows the progress, so its answer need not wait for the calendar.
for (const field of document.querySelectorAll('[name=prefer]')) field.disabled = false
// The browser brings a page back as it was left.
addEventListener('pageshow', () => {
  for (const form of document.forms) form.ariaBusy = null
})
