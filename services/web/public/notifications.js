// Turns push messages on for this browser.
const part = document.querySelector('#devices')
const { pushKey, unsupported, blocked, failed } = part.dataset
const note = part.querySelector('[data-push-note]')
const button = part.querySelector('[data-turn-on]')
const form = document.querySelector('.notifications form')

if (!('serviceWorker' in navigator && 'PushManager' in window)) note.textContent = unsupported
else if (Notification.permission === 'denied') note.textContent = blocked
else {
  note.textContent = ''
  button.hidden = 'on' in part.dataset
}

button.addEventListener('click', async () => {
  if (button.ariaBusy) return
  button.ariaBusy = 'true'
  note.textContent = await turnOn().catch(() => failed)
  button.ariaBusy = null
})

const differs = field =>
  field.checked !== field.defaultChecked || field.value !== field.defaultValue
/** Whether the form has what the server has not stored; a form with faults has. */
const isTyped = () =>
  document.querySelector('.trouble') !== null || [...form.querySelectorAll('input')].some(differs)

/** What to say; nothing when it worked. */
async function turnOn() {
  if ((await Notification.requestPermission()) !== 'granted') return blocked
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // Perhaps there is one for a key that the server has lost.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = subscription.toJSON()
  const { type } = await fetch('/settings/notifications/devices', {
    method: 'POST',
    body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
    redirect: 'manual',
  })
  if (type !== 'opaqueredirect') return failed
  // What was ticked and not saved yet is saved along, since a reload would lose it.
  if (!isTyped()) location.reload()
  else {
    form.elements.by_push.checked = true
    form.requestSubmit()
  }
  return ''
}
