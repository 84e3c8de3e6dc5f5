// Improves forms outside the home page; each works without it.
const fullDate = { dateStyle: 'full', timeZone: 'UTC' }

/** A date field shows its date in the browser's language; this says it in the page's. */
function sayDate(field) {
  const output = document.getElementById(field.dataset.text)
  output.value = field.valueAsDate?.toLocaleDateString(output.lang, fullDate) ?? ''
}

for (const field of document.querySelectorAll('[data-text]')) {
  field.addEventListener('input', () => sayDate(field))
  sayDate(field)
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy)
    await navigator.clipboard.writeText(field.value)
    button.firstChild.textContent = button.dataset.done
    document.getElementById('copied').textContent = button.dataset.done
  })
}

// A phone's own way to send an address on.
for (const button of document.querySelectorAll('[data-share]')) {
  button.hidden = !navigator.share
  button.addEventListener('click', () => {
    const { value: url } = document.getElementById(button.dataset.share)
    // It also rejects when the person closes the sheet.
    navigator.share({ title: document.title, url }).catch(() => {})
  })
}

// Chromium forgets what was typed on a page that it may not store; a person who comes back finds it.
const fields = [
  ...document.querySelectorAll(
    'form:is([action="/settings"], [action="/settings/agreements"]) :is(input:not([type=hidden]), select)',
  ),
]
const key = location.pathname
const typed = JSON.parse(sessionStorage.getItem(key) ?? '[]')
const [visit] = performance.getEntriesByType('navigation')
if (visit?.type === 'back_forward' && typed.length === fields.length)
  fields.forEach((field, at) => Object.assign(field, typed[at]))
addEventListener('pagehide', () => {
  const now = fields.map(({ value, checked }) => ({ value, checked }))
  if (fields.length > 0) sessionStorage.setItem(key, JSON.stringify(now))
})
