/** A script for the page's head: applies the player width chosen on this device before the first paint. */
export const markTheatre = `try{if(localStorage.getItem("lectern:theatre"))document.documentElement.dataset.theatre=""}catch{}`;
