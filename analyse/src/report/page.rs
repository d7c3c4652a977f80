//! The pages themselves: a head that forbids requests, and what is written into it.

use super::{GENERATOR, escape};
use crate::game::Analysed;

const STYLE: &str = include_str!("style.css");
const PIECES: &str = include_str!("pieces.svg");
const BODY: &str = include_str!("game.html");
const SCRIPTS: [&str; 4] = [
    include_str!("position.js"),
    include_str!("board.js"),
    include_str!("chart.js"),
    include_str!("game.js"),
];

/// Nothing is loaded, not even from the folder of the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:; base-uri 'none'; form-action 'none'";

/// The page of a game.
pub fn html(game: &Analysed) -> String {
    let [white, black] = &game.sides;
    let title = format!("{} – {}", white.name, black.name);
    let json = serde_json::to_string(game).expect("all keys are strings");
    let data = script_data(&json);
    let scripts = SCRIPTS.join("\n");
    let body = format!(
        "{PIECES}\n{BODY}\n<script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n\"use strict\";\n(() => {{\n{scripts}\n}})();\n</script>"
    );
    document(&title, &body)
}

/// A whole document.
pub fn document(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{GENERATOR}\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
}

/// JSON that may stand in a script element: nothing in it can end the element.
fn script_data(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        let evil = "</script><img src=x onerror=alert(1)>\"'&";
        let json = serde_json::to_string(evil).expect("a string");
        let data = script_data(&json);
        assert!(!data.contains('<'), "{data}");
        assert_eq!(serde_json::from_str::<String>(&data).expect("still JSON"), evil);
        let page = document(evil, "");
        assert!(!page.contains("<img") && page.contains("&lt;img"), "{page}");
    }

    #[test]
    fn the_parts_of_a_page_ask_for_nothing() {
        for part in SCRIPTS.into_iter().chain([STYLE, PIECES, BODY]) {
            for word in ["http:", "https:", "src=", "url(", "@import", "fetch(", "XMLHttp"] {
                let part = part.replace("http://www.w3.org/2000/svg", "");
                assert!(!part.contains(word), "{word}");
            }
        }
    }
}
