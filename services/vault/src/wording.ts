/** What the pages of a site say around its notes and in them. */
const languages = {
  en: {
    lang: 'en',
    skip: 'Skip to content',
    menu: 'Menu',
    notes: 'Notes',
    search: 'Search',
    searchSite: 'Search this site',
    contents: 'On this page',
    empty: 'Nothing has been published here yet.',
    more: (count: number) => `And ${count} more, which the search finds.`,
    missing: 'This page isn’t here',
    missingWhy: 'It may have moved, or it was never published.',
    suggestions: 'Did you mean one of these?',
    nothingFound: (query: string) => `Nothing found for “${query}”.`,
    tryOther: 'Try fewer words, or only the beginning of a word.',
    found: (count: number, query: string) =>
      `${count} ${count === 1 ? 'note' : 'notes'} with “${query}”`,
    firstOnly: (count: number) => `The first ${count} are below.`,
    tooLong: (size: string) => `This note is too long for a page (${size}).`,
    tooSlow: 'This note takes too long to show as a page.',
    notYet: 'This note isn’t ready yet. It will open in a moment.',
    openFile: 'Open it as a file',
    table: 'Table',
    formula: 'Formula',
    taskDone: 'Done',
    taskOpen: 'To do',
    backToText: 'Back to the text',
    passwordNeeded: 'Password needed',
    passwordWhy: 'Only people who know its password can read this site.',
    password: 'Password',
    enter: 'Open',
    wrongPassword: 'That password is wrong. Check it and try again.',
    tooManyGuesses: (seconds: string) =>
      `Too many wrong passwords. Try again in ${seconds} ${seconds === '1' ? 'second' : 'seconds'}.`,
  },
  fr: {
    lang: 'fr',
    skip: 'Aller au contenu',
    menu: 'Menu',
    notes: 'Notes',
    search: 'Chercher',
    searchSite: 'Chercher sur ce site',
    contents: 'Sur cette page',
    empty: 'Rien n’est encore publié ici.',
    more: (count: number) => `Et ${count} autres, que la recherche trouve.`,
    missing: 'Cette page n’existe pas',
    missingWhy: 'Elle a peut-être changé d’adresse, ou n’a jamais été publiée.',
    suggestions: 'C’était peut-être l’une de celles-ci ?',
    nothingFound: (query: string) => `Rien trouvé pour « ${query} ».`,
    tryOther: 'Essayez moins de mots, ou juste le début d’un mot.',
    found: (count: number, query: string) =>
      `${count} ${count === 1 ? 'note' : 'notes'} avec « ${query} »`,
    firstOnly: (count: number) => `Voici les ${count} premières.`,
    tooLong: (size: string) => `Cette note est trop longue pour une page (${size}).`,
    tooSlow: 'Cette note est trop longue à afficher.',
    notYet: 'Cette note n’est pas encore prête. Elle s’ouvrira d’elle-même dans un instant.',
    openFile: 'Ouvrir le fichier',
    table: 'Tableau',
    formula: 'Formule',
    taskDone: 'Fait',
    taskOpen: 'À faire',
    backToText: 'Revenir au texte',
    passwordNeeded: 'Mot de passe demandé',
    passwordWhy: 'Seules les personnes qui ont le mot de passe peuvent lire ce site.',
    password: 'Mot de passe',
    enter: 'Ouvrir',
    wrongPassword: 'Ce n’est pas le bon mot de passe. Vérifiez-le et réessayez.',
    tooManyGuesses: (seconds: string) =>
      `Trop d’essais. Réessayez dans ${seconds} ${seconds === '1' ? 'seconde' : 'secondes'}.`,
  },
}

export type Wording = (typeof languages)['en']

/** English first: it is the answer for a browser that names no language. */
export const spokenLanguages = Object.keys(languages)

/** English for every language that the pages do not speak. */
export function wordingFor(language: string | null | undefined): Wording {
  return /^fr\b/i.test(language ?? '') ? languages.fr : languages.en
}
