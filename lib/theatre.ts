/** A script for the page's head: gives the player the width that was chosen on this device before anything is painted. */
export const markTheatre = `try{if(localStorage.getItem("lectern:theatre"))document.documentElement.dataset.theatre=""}catch{}`;
