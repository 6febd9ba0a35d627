// Builds the site: the last release at its root, and what comes next under 'next/'. Before the first release, only the latter, at its root.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './pages.mjs'

/** The last release among tags such as v1.2.3, or nothing. */
export function lastRelease(tags) {
  const number = tag => tag.slice(1).split('.').map(Number)
  return tags.filter(tag => /^v\d+\.\d+\.\d+$/.test(tag))
    .toSorted((a, b) => number(a).map((part, i) => part - number(b)[i]).find(difference => difference) ?? 0)
    .at(-1)
}

/** The menu of a page under 'next/', or of a release. The site prefixes links with its own base, which '..' leaves again. */
export function menu(release, isNext) {
  return release && {
    text: isNext ? 'next' : release,
    items: [
      { text: `${release} (last release)`, link: isNext ? '/../' : '/', target: '_self' },
      { text: 'next', link: isNext ? '/' : '/next/', target: '_self' }
    ]
  }
}

function build(folder, base, release, isNext) {
  const env = { ...process.env, SITE_BASE: base, SITE_MENU: JSON.stringify(menu(release, isNext) ?? null) }
  execFileSync('npx', ['vitepress', 'build'], { cwd: folder, env, stdio: 'inherit' })
}

if (process.argv[1] === import.meta.filename) {
  const site = import.meta.dirname
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  const base = process.env.SITE_BASE || '/'
  const tag = lastRelease(git('tag', '--list').split('\n'))
  if (!tag) {
    build(site, base)
  } else {
    build(site, `${base}next/`, tag.slice(1), true)
    fs.renameSync(path.join(site, 'target/site'), path.join(site, 'target/next'))
    const tree = path.join(site, 'target/release')
    fs.rmSync(tree, { recursive: true, force: true })
    git('worktree', 'prune')
    git('worktree', 'add', '--detach', tree, tag)
    execFileSync('npm', ['ci'], { cwd: path.join(tree, 'site'), stdio: 'inherit' })
    build(path.join(tree, 'site'), base, tag.slice(1), false)
    fs.renameSync(path.join(tree, 'site/target/site'), path.join(site, 'target/site'))
    fs.renameSync(path.join(site, 'target/next'), path.join(site, 'target/site/next'))
    git('worktree', 'remove', '--force', tree)
  }
}
