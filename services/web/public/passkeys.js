// Makes and uses passkeys. Without it, and in browsers without them, the forms of these pages take a password.
const Key = window.PublicKeyCredential

/** What browsers call it when the person says no or waits too long, and when the device has a passkey. */
const kinds = { NotAllowedError: 'cancelled', InvalidStateError: 'already' }

/** Ends the question in a field's list of suggestions, because a browser asks one at a time. */
let suggesting = new AbortController()
let served = Date.now()

if (Key) {
  for (const part of document.querySelectorAll('[data-without-passkeys]')) part.hidden = true
  for (const part of document.querySelectorAll('[data-passkeys]')) {
    part.hidden = false
    const button = part.querySelector('button')
    // Enter in a field is for the password, where the form takes one.
    if (button?.form.querySelectorAll('[type=submit]').length > 1) button.type = 'button'
    button?.addEventListener('click', event => {
      event.preventDefault()
      press(button, part)
    })
  }
  suggest()
  // Password managers forget those that were removed.
  const accepted = document.querySelector('[data-accepted]')?.dataset.accepted
  if (accepted) Key.signalAllAcceptedCredentials?.(JSON.parse(accepted)).catch(() => {})
}

async function press(button, { dataset }) {
  if (button.ariaBusy) return
  const { form } = button
  const missing = form.querySelector('input:invalid:not([data-or-passkey])')
  if (missing) return missing.reportValidity()
  button.ariaBusy = 'true'
  suggesting.abort()
  const said = form.querySelector('[data-passkey-fault]')
  said.textContent = ''
  try {
    for (const field of form.querySelectorAll('[data-passkey]')) await ask(field, {})
    form.submit()
  } catch (error) {
    said.textContent = dataset[kinds[error.name] ?? 'failed']
  }
  button.ariaBusy = null
}

const isOver = field => Date.now() > served + JSON.parse(field.dataset.options).timeout

/** Has the browser answer the question of a hidden field. */
async function ask(field, how) {
  const { passkey, anew } = field.dataset
  if (anew && isOver(field)) {
    const page = await (await fetch(anew)).text()
    const fresh = new DOMParser().parseFromString(page, 'text/html')
    field.dataset.options = fresh.querySelector('[data-anew]').dataset.options
    served = Date.now()
  }
  const publicKey = JSON.parse(field.dataset.options)
  const { user, excludeCredentials = [] } = publicKey
  const email = field.form.elements.email?.value
  if (user && email) user.name = user.displayName = email
  // By hand: older browsers have no methods for it, and those of password managers' credentials throw.
  publicKey.challenge = bytes(publicKey.challenge)
  for (const named of [user ?? {}, ...excludeCredentials]) if (named.id) named.id = bytes(named.id)
  const { id, response } = await navigator.credentials[passkey]({ publicKey, ...how })
  const told = { transports: response.getTransports?.() }
  for (const part of parts) if (response[part]) told[part] = text(response[part])
  field.value = JSON.stringify({ id, rawId: id, type: 'public-key', response: told })
}

const parts = [
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
]
// Base64url.
const bytes = text =>
  Uint8Array.from(atob(text.replace(/[-_]/g, each => (each === '-' ? '+' : '/'))), each =>
    each.charCodeAt(),
  )
const others = { '+': '-', '/': '_', '=': '' }
const text = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+/=]/g, each => others[each])

/** Where a field suggests passkeys, the page asks without a press, and nothing is said when no one answers. */
async function suggest() {
  const field = document.querySelector('[data-passkey=get]')
  if (!field || !document.querySelector('[autocomplete~=webauthn]')) return
  if (!(await Key.isConditionalMediationAvailable?.())) return
  const { signal } = suggesting
  try {
    await ask(field, { mediation: 'conditional', signal })
    // A suggestion may wait for hours.
    if (isOver(field)) await ask(field, {})
  } catch {
    return
  }
  field.form.submit()
}
