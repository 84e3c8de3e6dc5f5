// Improves forms outside the home page; each works without it.
const inWords = { dateStyle: 'full', timeZone: 'UTC' }

/** A date field shows its date in the browser's language; this says it in the page's. */
function sayDate(field) {
  const words = document.getElementById(field.dataset.words)
  words.value = field.valueAsDate?.toLocaleDateString(words.lang, inWords) ?? ''
}

for (const field of document.querySelectorAll('[data-words]')) {
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
