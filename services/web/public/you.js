// Saves a switch or a time at once, and turns push messages on for this browser.
const $ = selector => document.querySelector(selector)
const form = $('#reminders')
const said = $('[data-saved]')

/** One after the other, so that the last one wins. */
let saving = Promise.resolve()
form.addEventListener('change', ({ target }) => {
  saving = saving.then(() => save(target))
})

async function save(field) {
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(new FormData(form)),
  }).catch(() => {})
  if (answer?.ok) return (said.textContent = said.dataset.saved)
  if (field.type === 'checkbox') field.checked = !field.checked
  const { error } = (await answer?.json().catch(() => {})) ?? {}
  said.textContent = error ?? said.dataset.failed
}

const part = $('#devices')
const { pushKey, unsupported, blocked, failed } = part.dataset
// Both are missing at a plain http address, where browsers have no push messages.
const note = $('[data-push-note]') ?? {}
const button = $('[data-turn-on]')

if (!('serviceWorker' in navigator && 'PushManager' in window)) {
  note.textContent = unsupported
  // What this device can't do is not the way out.
  const way = $('.unreachable [data-otherwise]')
  if (way) Object.assign(way, { href: '#channels', textContent: way.dataset.otherwise })
} else if (Notification.permission === 'denied') note.textContent = blocked
else {
  note.textContent = ''
  button.hidden = 'on' in part.dataset
}

button?.addEventListener('click', async () => {
  if (button.ariaBusy) return
  button.ariaBusy = 'true'
  note.textContent = await turnOn().catch(() => failed)
  button.ariaBusy = null
})

/** What to say; nothing when it worked. */
async function turnOn() {
  if ((await Notification.requestPermission()) !== 'granted') return blocked
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  // Perhaps there is one for a key that the server has lost.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe(options)
  const { endpoint, keys } = subscription.toJSON()
  const body = new URLSearchParams({ endpoint, ...keys })
  const { type } = await fetch('/you/devices', { method: 'POST', body, redirect: 'manual' })
  if (type !== 'opaqueredirect') return failed
  await saving
  location.reload()
}
