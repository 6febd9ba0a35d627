import DefaultTheme from 'vitepress/theme-without-fonts'
import IdParts from './IdParts.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('IdParts', IdParts)
}
