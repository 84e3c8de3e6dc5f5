// Makes and uses passkeys. Without it, and in browsers without them, the forms of these pages take a password.
const Key = window.PublicKeyCredential

/** What browsers call it when the person says no or waits too long, and when the device has a passkey. */
const kinds = { NotAllowedError: 'cancelled', InvalidStateError: 'already' }

/** Ends the question in a field's list of suggestions, because a browser asks one at a time. */
let suggesting = new AbortController()

if (Key?.parseRequestOptionsFromJSON) {
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
}
suggest()

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

/** Has the browser answer the question of a hidden field. */
async function ask(field, how) {
  const { passkey, options } = field.dataset
  const asked = JSON.parse(options)
  const email = field.form.elements.email?.value
  if (passkey === 'create' && email) asked.user.name = asked.user.displayName = email
  const credential =
    passkey === 'create'
      ? await navigator.credentials.create({ publicKey: Key.parseCreationOptionsFromJSON(asked) })
      : await navigator.credentials.get({
          publicKey: Key.parseRequestOptionsFromJSON(asked),
          ...how,
        })
  field.value = JSON.stringify(credential)
}

/** Where a field suggests passkeys, the page asks without a press, and nothing is said when no one answers. */
async function suggest() {
  const field = document.querySelector('[data-passkey=get]')
  if (!field || !document.querySelector('[autocomplete~=webauthn]')) return
  if (!(await Key?.isConditionalMediationAvailable?.())) return
  const { signal } = suggesting
  try {
    await ask(field, { mediation: 'conditional', signal })
  } catch {
    return
  }
  field.form.submit()
}
