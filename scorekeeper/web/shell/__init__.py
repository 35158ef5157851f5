"""Steps that every request needs: visitor, permission, language, errors and answers."""
