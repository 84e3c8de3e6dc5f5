// Turns push messages on for this browser.
const part = document.querySelector('#devices')
const { pushKey, unsupported, blocked, failed } = part.dataset
const note = part.querySelector('[data-push-note]')
const button = part.querySelector('[data-turn-on]')

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
  location.reload()
  return ''
}
