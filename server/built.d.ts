// What `react-router build` makes of app/render.ts and desk/app/render.ts.
declare module '#build/server/index.js' {
  export { renderPage, styleSheets } from '#app/render.ts'
}
declare module '#build/desk/server/index.js' {
  export { renderDesk } from '#desk/app/render.ts'
}
